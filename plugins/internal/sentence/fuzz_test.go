package sentence

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// telling are words that rules ask for, beside words of no list.
var telling = strings.Fields(`torvin salvane marnosis liver patients diabetes risk stroke mortality KLP2 12 21 % and or but not no without with in of by than as to unlike except instead
	unless rather more less as effective safe harmful reduced increased caused causes is was were by despite resistant stopped compared similar inferior superior worsened
	prevented the increase rare excluded ruled out possible it that which whereas some all none neither nor did does do (p=0.03) , ; . times twice same only before after found observed seen present neither
	that which a an kind when if likely receive little evidence conclude early powered being evaluated both equally placebo many much -induced resistance confer underlies failure lacked
	efficacy insensitive ineffective improve pain poor health most least 0 50 risk factor for cast doubt use justified finding replicated hypothesised Gram-negative follow-up mutation
	degeneration protects from slowly`)

func TestAnyOrderOfWordsIsReadInItsBounds(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom(telling), 0, 14)
	rapid.Check(t, func(t *rapid.T) {
		hypothesis, sentence := strings.Join(words.Draw(t, "hypothesis"), " "), strings.Join(words.Draw(t, "sentence"), " ")
		v := viewed(hypothesis, sentence)
		for k, f := range v.Features {
			assert.False(t, math.IsNaN(float64(f)) || math.IsInf(float64(f), 0), "feature %d", k)
		}
		assert.LessOrEqual(t, math.Abs(float64(v.Features[fReads])), 1.0)
		v.Denial()
		v.Affirms()
		v.Misses()
		v.OnlyTells()
		v.Exchanges()
		v.Strictly()
	})
}
