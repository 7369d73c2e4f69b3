package docs_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	code  = regexp.MustCompile(`\b(?:B-\d{2}|S[0-4]-\d{2}|U\d{2}|[CD]\d{1,2})\b`)
	spans = regexp.MustCompile(`\b(B-|S[0-4]-|U|C|D)(\d{1,2}) to (B-|S[0-4]-|U|C|D)(\d{1,2})\b`)
	row   = regexp.MustCompile(`(?m)^\| (` + code.String() + `) \|(?:(?:[^|\\]|\\.)*\|){7}$`)
)

// notCodes are words that look like a code and are none, by file.
var notCodes = map[string][]string{
	"host/model/prompt/parse_test.go":  {"D01", "D3", "D8"}, // numbers of documents
	"host/model/prompt/prompt_test.go": {"D3"},
}

// codesIn returns the codes in a text, those within "S0-21 to S0-23" included.
func codesIn(text string) []string {
	found := code.FindAllString(text, -1)
	for _, m := range spans.FindAllStringSubmatch(text, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[4])
		for n := from; m[1] == m[3] && n <= to; n++ {
			digits := strconv.Itoa(n)
			if len(digits) < len(m[2]) {
				digits = "0" + digits
			}
			found = append(found, m[1]+digits)
		}
	}
	return found
}

// mentions returns, by code, the files of the repository that use it, but for the page and this test.
func mentions(t *testing.T) map[string][]string {
	out := map[string][]string{}
	root := filepath.Join("..")
	require.NoError(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch name := e.Name(); {
		case err != nil:
			return err
		case e.IsDir() && (name == "bin" || len(name) > 2 && name[0] == '.'):
			return filepath.SkipDir
		case e.IsDir() || !slices.Contains([]string{".go", ".hcl", ".md", ".proto", ".json"}, filepath.Ext(name)):
			return nil
		}
		rel, _ := filepath.Rel(root, path)
		if rel = filepath.ToSlash(rel); strings.HasPrefix(rel, "docs/mechanisms") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, c := range codesIn(string(text)) {
			if !slices.Contains(out[c], rel) && !slices.Contains(notCodes[rel], c) {
				out[c] = append(out[c], rel)
			}
		}
		return err
	}))
	return out
}

func page(t *testing.T) string {
	text, err := os.ReadFile("mechanisms.md")
	require.NoError(t, err)
	return string(text)
}

// rows returns how many rows of the page's tables explain each code.
func rows(t *testing.T) map[string]int {
	out := map[string]int{}
	for _, m := range row.FindAllStringSubmatch(page(t), -1) {
		out[m[1]]++
	}
	return out
}

func TestEveryCodeThatTheRepositoryUsesIsExplained(t *testing.T) {
	explained, used := rows(t), mentions(t)
	require.NotEmpty(t, used)
	for _, c := range slices.Sorted(maps.Keys(used)) {
		if explained[c] == 0 {
			t.Errorf("%s is used in %s: add a row to docs/mechanisms/*.hcl, or to notCodes if it is no code", c, strings.Join(used[c], ", "))
		}
	}
	for _, c := range slices.Sorted(maps.Keys(explained)) {
		if used[c] == nil {
			t.Logf("%s is explained, and nothing mentions it", c)
		}
	}
}

func TestEveryCodeHasOneRow(t *testing.T) {
	explained := rows(t)
	for c, n := range explained {
		assert.Equal(t, 1, n, c)
	}
	for _, c := range codesIn(page(t)) {
		assert.Positive(t, explained[c], "the page mentions %s and does not explain it", c)
	}
}

func TestCodesAreFoundInRunningText(t *testing.T) {
	for text, want := range map[string][]string{
		"see S0-08 (B-11), U04/C9: D2.": {"S0-08", "B-11", "U04", "C9", "D2"},
		"S2-09 to S2-11":                {"S2-09", "S2-11", "S2-09", "S2-10", "S2-11"},
		"COX-2, C9orf72, S5-01, B-1, U4, TP53, P801, MD5, s0_14": nil,
	} {
		assert.Equal(t, want, codesIn(text), text)
	}
}
