package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/library"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
)

// TestAThousandPDFsOfWhichFiftyAreBrokenAreImported is part of .ci/long.
func TestAThousandPDFsOfWhichFiftyAreBrokenAreImported(t *testing.T) {
	if os.Getenv("SPARKHOST_LONG") == "" {
		t.Skip("takes a minute; set SPARKHOST_LONG=1")
	}
	dir := t.TempDir()
	for n := range 1000 {
		body := []byte(paper(n))
		if n%20 == 7 {
			body = brokenPDF(n, body)
		}
		path := filepath.Join(dir, fmt.Sprintf("%04d.pdf", n))
		require.NoError(t, os.WriteFile(path, body, 0o644))
		if n == 7 {
			require.NoError(t, os.Truncate(path, 500<<20))
		}
	}
	cache := t.TempDir()
	start := time.Now()
	docs, report := imported(t, cache, dir)
	t.Logf("first import: %v", time.Since(start))
	assert.Len(t, docs, 950)
	assert.Len(t, report.Problems, 50)
	start = time.Now()
	again, err := library.Import(t.Context(), library.Options{Paths: []string{dir}, Dir: cache, PDF: reader})
	require.NoError(t, err)
	t.Logf("second import: %v", time.Since(start))
	assert.True(t, again.Report.Kept)
	assert.Equal(t, report.Problems, again.Report.Problems)
}

// brokenPDF breaks a PDF in one of five ways.
func brokenPDF(n int, body []byte) []byte {
	switch n / 20 % 5 {
	case 0:
		return body[:len(body)/2]
	case 1:
		return pdftest.Paper("", "")
	case 2:
		return nil
	case 3:
		return []byte("<html>Sign in to read this paper</html>")
	}
	return append([]byte("%PDF-1.7\n"), make([]byte, 4096)...)
}
