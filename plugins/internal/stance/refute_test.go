package stance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASentenceThatSaysAStatementAgainAndDeniesItRefutesIt(t *testing.T) {
	tests := []struct {
		name, statement, about, sentence string
		refutes                          bool
	}{
		{"in another form of the verb", "zelvatinib inhibits PRKX2", "", "Zelvatinib did not inhibit PRKX2 in any assay.", true},
		{"in the passive", "zelvatinib inhibits PRKX2", "", "PRKX2 was not inhibited by zelvatinib.", true},
		{"in other words of the same stem", "thiamine salts raise osprey fertility", "", "Thiamine salt does not raise the fertility of ospreys.", true},
		{"not where it affirms", "zelvatinib inhibits PRKX2", "", "Zelvatinib inhibited PRKX2 in each assay.", false},
		{"not where another kinase is denied", "zelvatinib inhibits PRKX2", "", "Zelvatinib did not inhibit PRKX7 in any assay.", false},
		{"not where the other way is denied", "torvin increases kelp growth", "", "Torvin did not reduce kelp growth.", false},
		{"not where it is asked", "zelvatinib inhibits PRKX2", "", "Does zelvatinib not inhibit PRKX2?", false},
		{"not of a denial", "zelvatinib does not inhibit PRKX2", "", "Zelvatinib did not inhibit PRKX2.", false},
		{"in a sentence about the question", "osprey fertility", "What do thiamine salts raise?", "Thiamine salts did not raise osprey fertility.", true},
		{"not in one about something else", "osprey fertility", "What do thiamine salts raise?", "The flood did not lower osprey fertility.", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := NewJudge(nil).Scan([]Sentence{{Text: tt.sentence, Relevance: 1, Addresses: math.NaN()}}).Refutes(tt.statement, tt.about)
			if !tt.refutes {
				assert.Empty(t, found)
				return
			}
			if assert.Len(t, found, 1) {
				assert.Greater(t, found[0].Strength, 0.5)
			}
		})
	}
}
