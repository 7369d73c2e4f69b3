package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each test that the page of limits names is there.
func TestTheTestsOfThePageOfLimitsExist(t *testing.T) {
	page, err := os.ReadFile("limits.md")
	require.NoError(t, err)
	var tests strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	}))
	names := regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(string(page), -1)
	require.NotEmpty(t, names)
	for _, name := range names {
		assert.True(t, strings.Contains(tests.String(), "func "+name[1]+"("), name[1])
	}
}
