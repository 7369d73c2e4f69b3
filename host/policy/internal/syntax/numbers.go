package syntax

import (
	"math"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// smallest is the least distance from 0 that a number may be written with. A number nearer to 0 has hundreds of thousands of
// digits once it becomes a text, and dividing by it makes numbers of gigabytes.
const smallest = 1e-300

// numbers finds the first number that is written too near to 0, or beyond what a float holds.
func numbers(tokens hclsyntax.Tokens) *hcl.Diagnostic {
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenNumberLit {
			continue
		}
		x, err := strconv.ParseFloat(string(t.Bytes), 64)
		switch {
		case math.IsInf(x, 0):
			return diag.Error(diag.CodeRange, t.Range, "Number too large", "Numbers must be between -1e18 and 1e18.")
		case err == nil && x < smallest && holdsDigit(t.Bytes):
			return diag.Error(diag.CodeRange, t.Range, "Number too small", "A number must be 0 or at least 1e-300. Write 0.")
		}
	}
	return nil
}

// holdsDigit says whether the digits before the exponent are not all 0.
func holdsDigit(number []byte) bool {
	for _, c := range number {
		switch {
		case c == 'e' || c == 'E':
			return false
		case c >= '1' && c <= '9':
			return true
		}
	}
	return false
}
