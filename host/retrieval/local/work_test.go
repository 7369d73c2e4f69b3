package local

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// readAll reads the lines of a corpus as a build does, and counts those that are documents.
func readAll(text string) (documents int) {
	_ = eachChunk(strings.NewReader(text), 0, func(k *chunk) error {
		(&builder{}).lookAtKeys(k)
		for _, l := range k.lines {
			if d, err := evidence.ParseDocument(l.text); l.bad == nil && err == nil {
				documents++
				_, _ = decodeDocument(appendDocument(nil, &d))
			}
		}
		return nil
	})
	return documents
}

// TestTheWorkOfACorpusGrowsWithItsLines has many lines, blank and bad ones, and one long line.
func TestTheWorkOfACorpusGrowsWithItsLines(t *testing.T) {
	for _, text := range [][3]string{
		{``, `{"id":"d#","title":"Zinc","authors":["A","B"]}` + "\n", ``},
		{``, " \r\n\xef\xbb\xbf", `{"id":"d","title":"Zinc"}`},
		{`{"id":"d","title":"Zinc"}`, "\n\xff\n{", "\n"},
		{`{"id":"d","title":"Zinc`, ` cold`, `"}`},
		{`{"id":"d","title":"Zinc"`, `,"other#":[{}]`, `}`},
		{`{"id":"d","title":"Zinc","authors":["A"`, `,"B#"`, `]}`},
		{`{"id":"d","title":"Zinc","sections":[{"label":"a","text":"b"}`, `,{"label":"c","text":"d#"}`, `]}`},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) { assert.NotZero(t, readAll(text)) })
	}
	doubling.Nested(t, `{"id":`, `1`, `}`, func(text string) { readAll(text) })
	doubling.Numbered(t, 100, func(n int) {
		var packed bytes.Buffer
		for range n { // gzip files one behind the other are one file
			w := gzip.NewWriter(&packed)
			_, err := w.Write([]byte(`{"id":"d","title":"Zinc"}` + "\n"))
			require.NoError(t, err)
			require.NoError(t, w.Close())
		}
		assert.Equal(t, n, readAll(packed.String()))
	})
}

// TestTheWorkOfAStoredDocumentGrowsWithIt has documents of many authors and sections, and of a number of them that cannot be.
func TestTheWorkOfAStoredDocumentGrowsWithIt(t *testing.T) {
	doubling.Numbered(t, 1000, func(n int) {
		d := evidence.Document{ID: "d", Authors: make([]string, n), Sections: make([]evidence.Section, n)}
		got, err := decodeDocument(appendDocument(nil, &d))
		assert.NoError(t, err)
		assert.Len(t, got.Authors, n)
	})
	whole := appendDocument(nil, &evidence.Document{ID: "d"})
	doubling.Text(t, "\x7f", func(text string) { _, _ = decodeDocument(append(bytes.Clone(whole[:len(whole)-4]), text...)) })
}

// TestTheWorkOfAManifestGrowsWithIt has many chunks, bad lines and files.
func TestTheWorkOfAManifestGrowsWithIt(t *testing.T) {
	doubling.Numbered(t, 200, func(n int) {
		dir := t.TempDir()
		m := &manifest{Version: formatVersion, Chunks: make([]chunkEntry, n), Segments: make([]segmentEntry, n), FileSizes: map[string]int64{}}
		for i := range m.Chunks {
			m.Chunks[i].BadAt = []chunkBad{{1, "not UTF-8"}}
			m.FileSizes[strings.Repeat("a/", i%9)+plural(i, "file")] = 1
		}
		require.NoError(t, m.write(dir))
		got, err := readManifest(dir)
		assert.NoError(t, err)
		assert.Len(t, got.Chunks, n)
	})
}

// FuzzWork holds corpora, stored documents and manifests to work that grows with them and not faster.
func FuzzWork(f *testing.F) {
	document := appendDocument(nil, &evidence.Document{ID: "d", Authors: []string{"A"}, Sections: []evidence.Section{{Label: "a", Text: "b"}}})
	doubling.Fuzz(f, func(t testing.TB, text string) {
		readAll(text)
		_, _ = decodeDocument([]byte(text))
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, manifestFile), []byte(text), 0o600))
		_, _ = readManifest(dir)
	}, "\xef\xbb\xbf"+`{"id":"d#","title":"Zinc","authors":["A"],"other":1}`+"\r\n\n{\n\xff\n", string(document),
		`{"version":7,"segments":[{"name":"s#","runs":[{}]}],"chunks":[{"digest":"d","bad_at":[{"line":1}]}],"file_sizes":{"a#":1},"check":""}`)
}
