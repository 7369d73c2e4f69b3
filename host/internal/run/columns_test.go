package run

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// sent are the values of a number column that a plugin is sent which declares it.
func sent(t *testing.T, f frame.Frame, table, name string) contract.Column {
	t.Helper()
	req, err := f.Request(contract.KindAssess, []contract.Input{{Table: table, Column: name, Type: contract.ColumnNumbers, Optional: true}}, nil)
	require.NoError(t, err)
	require.Len(t, req.Tables, 1, name)
	return req.Tables[0].Columns[0]
}

func TestAPluginCanBlendWhatTheTermsOfOptionsWeigh(t *testing.T) {
	r := answered(t, partsOf(t, oneRound(""), shelfOf(kinase, growth)), inhibits)
	options := optionsOf(r)
	options[0].Features = map[string]float64{"option.lexical": 0.5, "option.model": 0.8, "option.citations": 2}
	options[1].Features = map[string]float64{"option.lexical": 0.25, "option.citations": 0}
	f := r.answer.OptionFrame(options)
	assert.Equal(t, 0.5, sent(t, f, "items", "lexical").Numbers[0])
	assert.Equal(t, 0.8, sent(t, f, "items", "model").Numbers[0])
	assert.Equal(t, 2.0, sent(t, f, "items", "citations").Numbers[0])
	assert.Equal(t, []byte{0b001}, sent(t, f, "items", "model").Present, "what no model scored is unknown, which is not 0")
}

func TestAPluginSeesWhatABridgeNames(t *testing.T) {
	r := answered(t, partsOf(t, bridged(""), shelfOf(kinase, binding, chained)), inhibits)
	documents, passages := sent(t, r.search.DocumentFrame(r.Documents), "items", "bridge_entity"), sent(t, r.read.PassageFrame("items", r.Passages), "items", "bridge_linked")
	for i, d := range r.Documents {
		assert.Equal(t, d.Features["document.bridge_entity"], documents.Numbers[i])
	}
	linked := 0
	for i, p := range r.Passages {
		assert.Equal(t, p.Link != nil, passages.Numbers[i] == 1)
		linked += int(passages.Numbers[i])
	}
	assert.Positive(t, linked)
	none := answered(t, partsOf(t, oneRound(""), shelfOf(kinase)), inhibits)
	assert.Equal(t, []byte{0}, sent(t, none.search.DocumentFrame(none.Documents), "items", "bridge_entity").Present, "there is no bridge")
}
