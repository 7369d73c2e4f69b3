package evidence

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestQuantities(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // value, unit and the spanned text
	}{
		{"a number and a unit", "a 12.5 nm layer", []string{"12.5|nm|12.5 nm"}},
		{"percent with and without space", "42% and 31 %.", []string{"42|%|42%", "31|%|31 %"}},
		{"micro in three spellings", "3 µm, 3 μm, 3um", []string{"3|µm|3 µm", "3|µm|3 μm", "3|µm|3um"}},
		{"molar and metre", "5 mM in 5 mm", []string{"5|mM|5 mM", "5|mm|5 mm"}},
		{"thousands separators", "12,500 years and 1,234,567", []string{"12500|years|12,500 years", "1.234567e+06||1,234,567"}},
		{"scientific notation", "1.2e-3 mol, 1.2×10^-3 M, 3 × 10⁶ Hz, 2 x 10(5)", []string{"0.0012|mol|1.2e-3 mol", "0.0012|M|1.2×10^-3 M", "3e+06|Hz|3 × 10⁶ Hz", "200000||2 x 10(5)"}},
		{"a range is two values of one unit", "5-10 mg, 5 to 10 h, 5–10% off", []string{"5|mg|5", "10|mg|10 mg", "5|h|5", "10|h|10 h", "5|%|5", "10|%|10%"}},
		{"signs", "at -20 °C or −5 K (-3)", []string{"-20|°C|-20 °C", "-5|K|−5 K", "-3||-3"}},
		{"compound units", "5 mg/kg/day, 9.8 m/s2, 46 kg/m²", []string{"5|mg/kg/day|5 mg/kg/day", "9.8|m/s2|9.8 m/s2", "46|kg/m2|46 kg/m²"}},
		{"p-values", "(p<0.05; P = .01)", []string{"0.05||0.05", "0.01||.01"}},
		{"fold", "a 2-fold rise and 3 fold", []string{"3|fold|3 fold"}},
		{"plus or minus", "1.2 ± 0.3 ms", []string{"1.2||1.2", "0.3|ms|0.3 ms"}},
		{"the end of a sentence", "We saw 14. Then 5.", []string{"14||14", "5||5"}},
		{"names are no quantities", "TP53, 2,4-dinitrophenol, IL-6, 50-00-0, H2O, v1.2.3, 2012-10-01, 5HT, CO2", nil},
		{"only what is cleanly a number (S0-15)", "~1e1", nil},
		{"a unit ends where the word ends", "10 molecules", []string{"10||10"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, q := range Quantities(tt.text) {
				got = append(got, fmt.Sprintf("%g|%s|%s", q.Value, q.Unit, tt.text[q.Start:q.End]))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestQuantitiesAreInOrderAndFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"1", "2.5", "e-3", "×10", "^-3", "⁻³", " nm", "mg/kg", "-", ",000", "%", " ", "µ", "9999999e999"})
		text := ""
		for _, p := range rapid.SliceOf(rapid.OneOf(piece, rapid.String())).Draw(t, "pieces") {
			text += p
		}
		end := 0
		for _, q := range Quantities(text) {
			assert.GreaterOrEqual(t, q.Start, end)
			assert.Less(t, q.Start, q.End)
			assert.LessOrEqual(t, q.End, len(text))
			assert.False(t, math.IsInf(q.Value, 0) || math.IsNaN(q.Value))
			end = q.End
		}
	})
}

func TestHighSignalPatterns(t *testing.T) {
	tests := []struct {
		text            string
		written, better bool
	}{
		{"42%", true, true}, // the golden vector of docs/mechanisms.md
		{"12.5 nm", true, true},
		{"1.2 ± 0.3 ms", true, true},
		{"p < 0.05", false, true},
		{"pKa of 4.76", false, true},
		{"10 molecules", true, false},
		{"at 300 K", false, true}, // D10
		{"5 kg.", true, true},
		{"no number", false, false},
		{"5 minutes later, in 3 months", false, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.written, HighSignalAsWritten().MatchString(tt.text), "as written: %s", tt.text)
		assert.Equal(t, tt.better, HighSignal().MatchString(tt.text), "corrected: %s", tt.text)
	}
}
