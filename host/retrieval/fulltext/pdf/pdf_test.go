package pdf

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
)

var compiled string // code, kept for all tests

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sparkhost-pdf")
	if err != nil {
		panic(err)
	}
	compiled = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

func reader(t testing.TB) *Reader {
	r := &Reader{CacheDir: compiled, fuel: 3_000_000_000}
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func TestThePagesOfAPDFAreRead(t *testing.T) {
	r := reader(t)
	for range 2 { // one run leaves nothing to the next
		text, err := r.Text(t.Context(), pdftest.Paper("Results\nIce grew.", "More (much) of it."))
		require.NoError(t, err)
		assert.Equal(t, "Results\nIce grew.\n\fMore (much) of it.\n\f", string(text))
	}
}

func TestHostileFilesAreRefusedAndTheReaderGoesOn(t *testing.T) {
	plain := string(pdftest.Paper("Ice."))
	page := func(objects map[int]string) string {
		all := map[int]string{1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [4 0 R] /Count 1 >>", 4: "<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>"}
		for n, body := range objects {
			all[n] = body
		}
		return string(pdftest.File(all))
	}
	table := func(entries, content string) string { // that holds all objects, as a stream
		return "%PDF-1.5\n1 0 obj\n<< /Type /XRef " + entries + " >>\nstream\n" + content + "\nendstream\nendobj\nstartxref\n9\n%%EOF\n"
	}
	kids := "<< /Type /Pages /Kids [" + strings.Repeat("2 0 R ", 9) + "] /Count 9 >>"
	tests := []struct{ name, body, want string }{
		{"nothing", "", "does not begin like one"},
		{"a page of the web", "<!DOCTYPE html><p>Access denied", "does not begin like one"},
		{"a beginning only", plain[:len(plain)/2], "missing %%EOF"},
		{"a table of 4 billion objects", table("/Size 4000000000 /W [1 1 1] /Length 0", ""), ""},
		{"a stream of objects that holds itself", table("/Size 4 /W [1 1 1] /Root 2 0 R /Length 12", "\x00\x00\x00\x01\x09\x00\x02\x03\x00\x02\x03\x00"), "trap"},
		{"brackets without end", strings.Replace(plain, "<< /Size", strings.Repeat("[", 1_000_000)+"<< /Size", 1), ""},
		{"pages that are their own parts", page(map[int]string{2: kids}), "fuel"},
		{"a stream that unpacks to a gigabyte of numbers", page(map[int]string{5: pdftest.Stream("", strings.Repeat("0 ", 20<<20))}), ""},
	}
	r := reader(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := r.Text(t.Context(), []byte(tt.body))
			require.ErrorIs(t, err, ErrUnreadable)
			assert.ErrorContains(t, err, tt.want)
			text, err := r.Text(t.Context(), []byte(plain))
			require.NoError(t, err)
			assert.Equal(t, "Ice.\n\f", string(text))
		})
	}
}

func TestACallerWhoGivesUpIsNotTheFilesFault(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := reader(t).Text(ctx, pdftest.Paper("Ice."))
	require.ErrorIs(t, err, context.Canceled)
	assert.NotErrorIs(t, err, ErrUnreadable)
}

func TestAClosedReaderRefuses(t *testing.T) {
	r := &Reader{}
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	_, err := r.Text(t.Context(), pdftest.Paper("Ice."))
	assert.ErrorContains(t, err, "closed")
}

// As far as that can be known without TinyGo, the module is built from the sources beside it.
func TestTheModuleWasBuiltAfterTheLastChangeOfItsSources(t *testing.T) {
	const rebuild = "run host/retrieval/fulltext/pdf/build (it installs TinyGo, on Debian) and commit what it writes"
	b, err := os.ReadFile("SHA256SUMS")
	require.NoError(t, err)
	var listed []string
	for line := range strings.Lines(string(b)) {
		sum, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		require.True(t, ok, line)
		body, err := os.ReadFile(filepath.Join("../../../..", path))
		require.NoError(t, err, rebuild)
		assert.Equal(t, sum, digest(body), "%s: %s", path, rebuild)
		listed = append(listed, path)
	}
	sources, err := filepath.Glob("guest/*.go")
	require.NoError(t, err)
	for _, path := range sources {
		if !strings.HasSuffix(path, "_test.go") {
			assert.Contains(t, listed, "host/retrieval/fulltext/pdf/"+path, rebuild)
		}
	}
}

// FuzzText holds that no file ends the process, and that what is read is text within bounds.
func FuzzText(f *testing.F) {
	f.Add(pdftest.Paper("Results\nIce grew.", "More of it."))
	f.Add([]byte("%PDF-1.4\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF"))
	r := reader(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		text, err := r.Text(t.Context(), body)
		if err != nil {
			require.ErrorIs(t, err, ErrUnreadable)
			return
		}
		assert.LessOrEqual(t, len(text), mostOutput)
	})
}

func BenchmarkText(b *testing.B) {
	pages := make([]string, 30)
	for i := range pages {
		pages[i] = strings.TrimSuffix(strings.Repeat("Water in pores of clay freezes at temperatures that depend on size\n", 45), "\n")
	}
	body, r := pdftest.Paper(pages...), reader(b)
	r.fuel = 0
	for b.Loop() {
		if _, err := r.Text(b.Context(), body); err != nil {
			b.Fatal(err)
		}
	}
}
