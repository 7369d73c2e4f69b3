package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// long is a paper of several passages where they are short.
var long = paper("long", "Rapamycin", "The weather was fine on the day of the harvest. Rapamycin does inhibit mTORC1 in human cells of all kinds. "+
	"Rapamycin reaches human cells in minutes and leaves. Nobody had asked for a third thing to be said here.")

// readBlock keeps so many short passages of a document and reads so many claims out of them.
func readBlock(passages, claims string) string {
	return oneRound("") + `
	read {
		passage_chars         = 60
		passages_per_document = ` + passages + `
	}
	claims { per_document = ` + claims + ` }`
}

func TestOnlyTheBestPassagesOfADocumentAreRead(t *testing.T) {
	most := func(n string) []string {
		r := answered(t, partsOf(t, readBlock(n, "1"), shelfOf(long)), inhibits)
		var texts []string
		for _, p := range recorded[record.Passage](t, r, record.KindPassage) {
			texts = append(texts, evidence.Field(&long, p.Field)[p.Start:p.End])
		}
		return texts
	}
	all := most("9")
	require.Greater(t, len(all), 2)
	assert.Equal(t, all[:2], most("2"))
	require.Len(t, most("1"), 1)
	assert.Contains(t, most("1")[0], "does inhibit mTORC1")
}

func TestADocumentMakesNoMoreClaimsThanThePolicyAllows(t *testing.T) {
	for n, want := range map[string]int{"1": 1, "2": 2} {
		r := answered(t, partsOf(t, readBlock("9", n), shelfOf(long)), inhibits)
		claims := recorded[record.Claim](t, r, record.KindClaim)
		require.Len(t, claims, want)
		assert.Contains(t, claims[0].Text, "does inhibit mTORC1", "that of its best passage comes first")
	}
}
