package evidence

import (
	"github.com/sparkhost/sparkhost/internal/pattern"
	"regexp"
)

// The patterns of sentences that report a measurement (S2-15).
var (
	highSignalAsWritten = pattern.New(`\d+\.?\d*\s*(%|±|p\s*[<=>]|nm|kg|mol|eV)`)
	highSignal          = pattern.New(`(?i:\bp\s*(?:-?\s*value\s*)?[<=>≤≥]\s*0?\.\d+)` +
		`|\bp[KH][a-z]{0,2}\b[^.\d]{0,20}\d` +
		`|\d\s*(?:%|±|\+/-)` +
		`|\d\s*-?(?:nm|[µμu]m|mm|cm|km|Å|kg|g|mg|[µμu]g|ng|mol|[mµμun]mol|mM|[µμu]M|nM|eV|[kMGm]eV|K|°C|°|h|min|s|ms|[kMG]?Hz|[kMG]?Pa|k?J|[kM]?W|m?V|fold|kDa|ppm|mL|ml|mg/dL)(?:[^\pL\d]|$)`)
)

// HighSignalAsWritten returns the pattern of S2-15 exactly as the proposal has it: it takes "10
// molecules" for a measurement and misses "p < 0.05" (D10). Kept to compare with.
func HighSignalAsWritten() *regexp.Regexp { return highSignalAsWritten.Regexp() }

// HighSignal returns that pattern corrected as D10 says: p-values with the number behind, pKa and pH,
// more units, and an end of word after a unit.
func HighSignal() *regexp.Regexp { return highSignal.Regexp() }
