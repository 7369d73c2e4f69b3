package prompt_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// The vector of S4-22: 150 characters apart are an event, 151 are none.
func TestCitationsThatJoinLinkedEvidenceToOtherEvidence(t *testing.T) {
	e := prompt.Evidence{
		Documents: []prompt.Document{{ID: "base", Text: "x"}, {ID: "bridge", Text: "y"}, {ID: "other", Text: "z"}},
		Chain:     []prompt.ChainLink{{Claim: "y", Antecedent: "FKBP12", DocumentID: "bridge"}},
	}
	apart := func(n int) string { return strings.Repeat("é", n) }
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"150 characters apart", "a [D1]" + apart(150) + "[D2]", 1},
		{"151 characters apart", "a [D1]" + apart(151) + "[D2]", 0},
		{"the linked one first", "a [D2]" + apart(150) + "[D3]", 1},
		{"in one pair of brackets", "a [D1, D2].", 1},
		{"each linked citation counts once", "a [D1][D2] b [D2] c [D3].", 2},
		{"only other documents", "a [D1] b [D3].", 0},
		{"only linked ones", "a [D2] b [D2].", 0},
		{"a number that is no document's", "a [D2] b [D9] c [see above].", 0},
		{"no brackets, or one that stays open", "a [D2", 0},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, prompt.ChainCitations(tt.text, e)) })
	}
	e.Chain = nil
	assert.Zero(t, prompt.ChainCitations("a [D1][D2]", e), "nothing is linked")
}
