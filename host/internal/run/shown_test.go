package run

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

func TestClaimsThatAModelReadStandInThePromptThatAnswers(t *testing.T) {
	for role, shown := range map[string]bool{"\nclaims {\nextract { role = extract }\n}\n": true, "": false} {
		p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}})
		reader := &librarian{answers: map[string]string{"grow slowly": claiming("Human cells grow slowly under rapamycin", "causal", "", "")}}
		parts := partsOf(t, synthesising("solvers = [synthesis]")+role, shelfOf(kinase, growth))
		parts.Models = map[model.Role]model.Model{model.Synthesis: p.model(), model.Extract: reader}
		answered(t, parts, inhibits)
		require.Len(t, p.asked[prompt.TaskOptions], 1)
		said := p.asked[prompt.TaskOptions][0].Messages[0].Text
		assert.Equal(t, shown, blockHolds(said, "claims", "Human cells grow slowly under rapamycin"))
	}
}

func TestTheSentencesForEachOptionStandInThePromptThatAnswers(t *testing.T) {
	p := newPanel(map[prompt.Task][]string{prompt.TaskOptions: {scoring(0.9, 0.1, 0)}})
	parts := partsUnder(t, policyText(t, "policy \"test\" {\n  extends = [standard]\n}\n"), nil, shelfOf(kinase, growth, binding))
	parts.Models = map[model.Role]model.Model{model.Synthesis: p.model()}
	answered(t, parts, inhibits)
	require.NotEmpty(t, p.asked[prompt.TaskOptions])
	said := p.asked[prompt.TaskOptions][0].Messages[0].Text
	assert.True(t, blockHolds(said, "dossier", "Rapamycin inhibits mTORC1 in human cells"), "%s", said)
}

// blockHolds says whether a block of a prompt with that name holds a text.
func blockHolds(said, name, text string) bool {
	for _, b := range prompt.Blocks(said) {
		if b.Name == name && strings.Contains(b.Text, text) {
			return true
		}
	}
	return false
}
