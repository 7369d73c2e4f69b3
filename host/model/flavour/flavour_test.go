package flavour_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model/flavour"
)

func TestEveryFlavourIsFoundByNameIsCompleteAndDocumented(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "models.md"))
	require.NoError(t, err)
	names := flavour.Names(nil)
	assert.True(t, slices.IsSorted(names))
	assert.Len(t, names, len(flavour.All())-1, "OpenAI's own has no name")
	for _, f := range flavour.All() {
		found, ok := flavour.Of(f.Name)
		assert.True(t, ok)
		assert.Equal(t, f.Base, found.Base)
		assert.NotNil(t, f.Temperature, f.Name)
		assert.Contains(t, flavour.SchemaModes(), string(f.Schema), f.Name)
		assert.Equal(t, f.Local, flavour.Local(f.Name))
		if f.Name != "" {
			assert.Contains(t, string(docs), "`"+f.Name+"`")
		}
	}
	_, ok := flavour.Of("vanilla")
	assert.False(t, ok)
	assert.False(t, flavour.Local("vanilla"))
}
