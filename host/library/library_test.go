package library_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
)

var reader *pdf.Reader

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sparkhost-library")
	if err != nil {
		panic(err)
	}
	reader = &pdf.Reader{CacheDir: dir}
	code := m.Run()
	if err = reader.Close(); err == nil {
		err = goleak.Find()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// folder writes files; a name with a slash lies in a folder of its own.
func folder(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

func imported(t testing.TB, cache string, paths ...string) ([]evidence.Document, library.Report) {
	got, err := library.Import(context.Background(), library.Options{Paths: paths, Dir: cache, PDF: reader})
	require.NoError(t, err)
	b, err := os.ReadFile(got.Path)
	require.NoError(t, err)
	var docs []evidence.Document
	for line := range strings.Lines(string(b)) {
		d, err := evidence.ParseDocument([]byte(line))
		require.NoError(t, err)
		assert.Empty(t, evidence.UnreadKeys([]byte(line)))
		docs = append(docs, d)
	}
	return docs, got.Report
}

func paper(n int) string {
	return string(pdftest.Paper(fmt.Sprintf("On the %d uses of clay in many fields\n\nA. Author\n\nClay number %d holds water in its pores, and freezes late.\ndoi:10.1000/clay.%d", n, n, n)))
}

func TestCopiesInSeveralFilesBecomeOneWork(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.bib":      "@article{k1, title={On the 1 uses of clay in many fields}, author={Author, Anna and Second, Sam}, journal={Clay}, year={2001}, doi={10.1000/CLAY.1}}\n@book{k2, title={Another work}}\n",
		"b.ris":      "TY  - JOUR\nTI  - On the 1 uses of clay in many fields\nAB  - Clay is useful.\nDO  - 10.1000/clay.1\nER  - \n",
		"deep/1.pdf": paper(1), "deep/2.pdf": paper(2), "notes.docx": "x", ".hidden.bib": "@book{x, title={Not me}}",
	})
	docs, report := imported(t, t.TempDir(), dir)
	require.Len(t, docs, 3)
	d := docs[0]
	assert.Equal(t, "10.1000/clay.1", d.ID)
	assert.Equal(t, "Clay", d.Venue)
	assert.Equal(t, "Clay is useful.", d.Abstract)
	assert.Contains(t, d.Text, "holds water in its pores")
	assert.Equal(t, "k2", docs[1].ID)
	assert.Equal(t, 2, report.Merged)
	assert.Equal(t, map[string]int{".docx": 1}, report.Other)
	assert.Empty(t, report.Problems)
}

func TestEveryProblemIsNamedAndTheRestIsImported(t *testing.T) {
	dir := folder(t, map[string]string{
		"good.pdf": paper(1), "broken.pdf": "%PDF-1.4\nnothing", "scan.pdf": string(pdftest.Paper("", "")), "text.pdf": "no PDF at all",
		"bad.bib": "@article{a, title={No end\n@article{b, title={Caf\xe9 culture here}}\n", "cut.json": `[{"id":"c","title":"Cut"},{"id":`,
		"no.csv": "a,b\n1,2\n", "odd.jsonl": `{"id":"z","title":"Odd line","jornal":"x"}` + "\n",
	})
	docs, report := imported(t, t.TempDir(), dir)
	var titles []string
	for _, d := range docs {
		titles = append(titles, d.Title)
	}
	assert.ElementsMatch(t, []string{"On the 1 uses of clay in many fields", "Café culture here", "Cut", "Odd line"}, titles)
	named := map[string]string{}
	for _, p := range report.Problems {
		named[filepath.Base(p.File)] += p.String()
	}
	for file, reason := range map[string]string{
		"broken.pdf": "no PDF that can be read", "scan.pdf": "probably scanned", "text.pdf": "does not begin like one", "bad.bib": "braces do not balance",
		"cut.json": "not valid JSON", "no.csv": "neither a title nor an abstract", "odd.jsonl": `"jornal"`,
	} {
		assert.Contains(t, named[file], reason)
	}
	assert.NotContains(t, named, "good.pdf")
	assert.Contains(t, named["bad.bib"], "not UTF-8")
}

func TestASecondImportReadsNoFileAgain(t *testing.T) {
	files := map[string]string{"broken.pdf": "%PDF-1.4\nnothing"}
	for n := range 5 {
		files[fmt.Sprintf("%d.pdf", n)] = paper(n)
	}
	dir, cache := folder(t, files), t.TempDir()
	_, first := imported(t, cache, dir)
	docs, second := imported(t, cache, dir)
	assert.True(t, second.Kept)
	assert.Len(t, docs, 5)
	assert.Equal(t, first.Problems, second.Problems, "what could not be read is said again")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "6.pdf"), []byte(paper(6)), 0o644))
	kept, err := filepath.Glob(filepath.Join(cache, "papers", "*", "*.json"))
	require.NoError(t, err)
	before := times(t, kept)
	docs, third := imported(t, cache, dir)
	assert.False(t, third.Kept)
	assert.Len(t, docs, 6)
	assert.Equal(t, before, times(t, kept), "a new file has the others read from what is kept")
}

func times(t *testing.T, paths []string) []int64 {
	var out []int64
	for _, path := range paths {
		info, err := os.Stat(path)
		require.NoError(t, err)
		out = append(out, info.ModTime().UnixNano())
	}
	return out
}

func TestPDFsThatAReferenceNamesGiveItTheirText(t *testing.T) {
	dir := folder(t, map[string]string{
		"refs.bib":    "@article{k1, title={A title that the PDF does not print}, year={2001}, file={:pdf/1.pdf:PDF}}\n@article{k2, title={Lost one}, file={gone.pdf}}\n",
		"pdf/1.pdf":   paper(1),
		"pdf/own.pdf": paper(2),
	})
	docs, report := imported(t, t.TempDir(), dir)
	require.Len(t, docs, 3)
	assert.Equal(t, "A title that the PDF does not print", docs[0].Title)
	assert.Contains(t, docs[0].Text, "holds water in its pores")
	assert.Equal(t, 1, report.Attached)
	require.Len(t, report.Problems, 1)
	assert.Contains(t, report.Problems[0].String(), "refs.bib:2: the PDF that it names is not there: gone.pdf")
}

func TestEqualFilesGiveEqualLinesWhateverTheCache(t *testing.T) {
	dir := folder(t, map[string]string{"1.pdf": paper(1), "2.pdf": paper(2), "a.bib": "@book{k, title={Clay}}\n"})
	var lines []string
	for range 2 {
		got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir(), PDF: reader})
		require.NoError(t, err)
		b, err := os.ReadFile(got.Path)
		require.NoError(t, err)
		lines = append(lines, string(b))
	}
	assert.Equal(t, lines[0], lines[1])
}

func TestAnImportThatFindsNothingSaysWhy(t *testing.T) {
	dir := folder(t, map[string]string{"broken.pdf": "%PDF-1.4\nnothing"})
	got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir(), PDF: reader})
	require.ErrorIs(t, err, library.ErrNothing)
	assert.Len(t, got.Report.Problems, 1)
	_, err = library.Import(t.Context(), library.Options{Paths: []string{filepath.Join(dir, "nowhere")}, Dir: t.TempDir()})
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = library.Import(t.Context(), library.Options{Paths: []string{folder(t, map[string]string{"a.docx": ""}) + "/a.docx"}, Dir: t.TempDir()})
	assert.ErrorContains(t, err, "unknown format; these can be imported: PDF")
}

func TestCorpusLinesAreUsedAsTheyAre(t *testing.T) {
	dir := folder(t, map[string]string{"own.jsonl": `{"id":"a","title":"x"}` + "\n", "refs.bib": "@book{k, title={Clay}}\n", "oa.jsonl": `{"id":"https://openalex.org/W1","title":"Open","authorships":[]}` + "\n"})
	own := filepath.Join(dir, "own.jsonl")
	for _, paths := range [][]string{{own}, {own, filepath.Join(dir, "nowhere.jsonl")}} {
		got, report, err := library.Resolve(t.Context(), library.Options{Paths: paths, Dir: t.TempDir()})
		require.NoError(t, err)
		assert.Nil(t, report)
		assert.Equal(t, paths, got)
	}
	for _, name := range []string{"refs.bib", "oa.jsonl", ""} {
		got, report, err := library.Resolve(t.Context(), library.Options{Paths: []string{own, filepath.Join(dir, name)}, Dir: t.TempDir()})
		require.NoError(t, err)
		require.NotNil(t, report)
		assert.Len(t, got, 1)
	}
}

func TestReportsAreJSON(t *testing.T) {
	r := library.Report{Files: 2, Documents: 1, Problems: []library.Problem{{File: "a", Line: 3, Reason: "odd"}}}
	path := filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, r.Save(path))
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var got library.Report
	require.NoError(t, json.Unmarshal(b, &got))
	assert.Equal(t, r, got)
	var text strings.Builder
	require.NoError(t, r.Write(&text, 0))
	assert.Contains(t, text.String(), "a:3: odd")
}
