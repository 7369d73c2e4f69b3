package api

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryReferenceOfTheDocumentLeadsSomewhere(t *testing.T) {
	raw, err := json.Marshal(Document())
	require.NoError(t, err)
	var doc struct {
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	for part := range strings.SplitSeq(string(raw), `"$ref":"`) {
		name, is := strings.CutPrefix(part, components)
		if !is {
			continue
		}
		name, _, _ = strings.Cut(name, `"`)
		assert.Contains(t, doc.Components.Schemas, name)
	}
	assert.NotContains(t, string(raw), "$defs/")
}
