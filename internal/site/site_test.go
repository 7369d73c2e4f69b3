package site_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/site"
)

func build(t *testing.T, dir string, groups []site.Group) map[string]string {
	t.Helper()
	out := t.TempDir()
	require.NoError(t, site.Build(dir, out, groups))
	files, err := filepath.Glob(filepath.Join(out, "*"))
	require.NoError(t, err)
	texts := map[string]string{}
	for _, path := range files {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		texts[filepath.Base(path)] = string(b)
	}
	return texts
}

func TestEveryDocumentIsAPageThatNeedsNoNetwork(t *testing.T) {
	texts := build(t, "../../docs", site.Contents)
	assert.Equal(t, texts["README.html"], texts["index.html"])
	assert.Less(t, strings.Index(texts["index.html"], ">For operators"), strings.Index(texts["index.html"], ">The policy language"), "tutorials come first")
	documents, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	for _, path := range documents {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		page := texts[name+".html"]
		require.Contains(t, page, "<main>", name)
		assert.Contains(t, texts["search.js"], `"f":"`+name+`.html"`)
		assert.NotRegexp(t, `(?:src|<link[^>]*href)="https?:`, page, name)
	}
	href := regexp.MustCompile(`<a [^>]*href="([^"#]+)`)
	for name, page := range texts {
		for _, m := range href.FindAllStringSubmatch(page, -1) {
			_, is := texts[m[1]]
			assert.True(t, is || strings.HasPrefix(m[1], "https://"), "%s links to %s", name, m[1])
		}
	}
	assert.Contains(t, texts["README.html"], `<a href="operators.html">`)
}

func TestPagesAreTheSameEachTimeAndRawHTMLIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "one.md"), []byte("# One `two`\n\n<script>alert(1)</script>\n\n[other](two.md#there), [`file`](../go.mod)\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "two.md"), []byte("# Two\n\n## There\n"), 0o600))
	first := build(t, dir, nil)
	assert.Equal(t, first, build(t, dir, nil))
	assert.NotContains(t, first["one.html"], "alert(1)")
	assert.Contains(t, first["one.html"], `href="two.html#there"`)
	assert.Contains(t, first["one.html"], "</a>, <code>file</code>", "what is no page is no link")
	assert.Contains(t, first["two.html"], `id="there"`)
	assert.Contains(t, first["one.html"], "<title>One two ·")
	assert.Error(t, site.Build(dir, t.TempDir(), []site.Group{{Title: "x", Names: []string{"missing"}}}))
}
