package library_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// Ten thousand works of one name were numbered by counting from two for each of them.
func TestManyWorksOfOneNameAreLittleWork(t *testing.T) {
	doubling.Numbered(t, 1000, func(n int) {
		dir := folder(t, map[string]string{"a.ris": strings.Repeat("TY  - JOUR\nTI  - x\nER  - \n", n)})
		got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir()})
		require.NoError(t, err)
		assert.Equal(t, n, got.Report.Documents)
	})
}

func TestOfManyProblemsTheFirstAreListed(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": `[{"id":"a","title":"Zinc"},` + strings.Repeat(`{},`, 5000) + `{}]`})
	got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir()})
	require.NoError(t, err)
	require.Len(t, got.Report.Problems, 1001)
	assert.Equal(t, "4001 more parts could not be read: correct these first", got.Report.Problems[1000].Reason)
	assert.Equal(t, 1, got.Report.Documents)
}

// A megabyte of gzip can hold a gigabyte.
func TestAFileThatUnpacksToGigabytesIsNotRead(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks 256 MiB for each")
	}
	for _, name := range thorough.Each([]string{"a.bib.gz", "a.nxml.gz"}, 2) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), bomb(t, name), 0o600))
		got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir()})
		require.ErrorIs(t, err, library.ErrNothing, name)
		require.Len(t, got.Report.Problems, 1, name)
		assert.Contains(t, got.Report.Problems[0].Reason, "MiB", name)
	}
}

// bomb is a file of blanks, larger than any that is read.
func bomb(t *testing.T, name string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if strings.HasSuffix(name, ".nxml.gz") {
		_, err := fmt.Fprint(w, "<article><body><p>")
		require.NoError(t, err)
	}
	blanks := bytes.Repeat([]byte(" \n"), 1<<19)
	for range item.MostText>>20 + 1 {
		_, err := w.Write(blanks)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// A corpus refuses what these works would be; the others of their file were refused with them.
func TestAWorkThatNoCorpusWouldReadIsLeftOutAndTold(t *testing.T) {
	long := "TY  - JOUR\nTI  - Zinc\nAB  - " + strings.Repeat("zinc ", local.MaxLine/5) + "\nER  - \n"
	word := "TY  - JOUR\nTI  - Iron\nAB  - " + strings.Repeat("z", evidence.MaxWord+1) + "\nER  - \n"
	dir := folder(t, map[string]string{"a.ris": long + word + "TY  - JOUR\nTI  - Copper\nER  - \n"})
	got, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir()})
	require.NoError(t, err)
	assert.Equal(t, 1, got.Report.Documents)
	require.Len(t, got.Report.Problems, 2)
	assert.Contains(t, got.Report.Problems[0].String(), "a.ris:1: the work is left out: longer than 4 MiB")
	assert.Contains(t, got.Report.Problems[1].String(), `a.ris:5: the work is left out: field "abstract": a word of more than 64 KiB`)
	text, err := os.ReadFile(got.Path)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(text), "\n"))
	dir = folder(t, map[string]string{"a.ris": word})
	got, err = library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: t.TempDir()})
	require.ErrorIs(t, err, library.ErrNothing)
	assert.Len(t, got.Report.Problems, 1)
}
