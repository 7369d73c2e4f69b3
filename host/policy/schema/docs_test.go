package schema_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/schema"
)

func TestThePageOnModelsNamesTheSettingsOfAModel(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "models.md"))
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "| setting | what it is |\n|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	var told []string
	for _, row := range strings.Split(table, "\n") {
		names, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " |")
		told = append(told, strings.Split(names, ", ")...)
	}
	for _, m := range regexp.MustCompile("`([a-z_]+) = true`").FindAllStringSubmatch(table, -1) {
		told = append(told, m[1]) // allow_http
	}
	file := schema.File()
	slices.Sort(told)
	want := file.Block("model").AttrNames()
	slices.Sort(want)
	assert.Equal(t, want, told)
}
