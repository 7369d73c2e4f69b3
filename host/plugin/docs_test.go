package plugin

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheSandboxPageNamesTestsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/sandbox.md")
	require.NoError(t, err)
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	more, err := filepath.Glob("internal/meter/*_test.go")
	require.NoError(t, err)
	hostile, err := filepath.Glob("hostile/*_test.go")
	require.NoError(t, err)
	more = append(more, hostile...)
	var source []byte
	for _, file := range append(files, more...) {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		source = append(source, b...)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllSubmatch(page, -1)
	require.NotEmpty(t, named)
	for _, match := range named {
		assert.Regexp(t, `(?m)^func `+string(match[1])+`\(`, string(source))
	}
}
