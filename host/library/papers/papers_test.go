package papers_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/library/papers"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf/pdftest"
)

var reader *pdf.Reader

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sparkhost-papers")
	if err != nil {
		panic(err)
	}
	reader = &pdf.Reader{CacheDir: dir}
	code := m.Run()
	if err := reader.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

const first = `Journal of Ice, Vol. 3, 2014
doi: 10.1000/ICE.14
Freezing of water in the pores
of wet clay

Marie Curie, Pierre Curie
Department of Physics, Paris

Abstract
We froze wet clay. It took longer than in air.

1 Introduction
Clay holds water in its pores, and nobody knows why it freezes late.
`

func TestAPaperSaysWhatItIs(t *testing.T) {
	d, err := papers.Read(t.Context(), reader, pdftest.Paper(first, "2 Results\nIt froze at last, as 10.9999/other said.\n\nReferences\n[1] doi:10.9999/cited"))
	require.NoError(t, err)
	assert.Equal(t, "Freezing of water in the pores of wet clay", d.Title)
	assert.Equal(t, "10.1000/ice.14", d.DOI)
	assert.Equal(t, 2014, d.Year)
	assert.Equal(t, "We froze wet clay. It took longer than in air.", d.Abstract)
	assert.Equal(t, "Results", d.Sections[len(d.Sections)-1].Label)
	assert.Contains(t, d.Text, "nobody knows why")
	assert.NotContains(t, d.Text, "10.9999/cited")
}

func TestAPreprintIsKnownByItsStamp(t *testing.T) {
	d, err := papers.Read(t.Context(), reader, pdftest.Paper("arXiv:2101.00001v2  [physics] 3 Jan 2021\nOn ice and its many uses\n\nA. Author and B. Author\n\nIce is useful in drinks and elsewhere."))
	require.NoError(t, err)
	assert.Equal(t, "2101.00001", d.ArXiv)
	assert.Equal(t, "On ice and its many uses", d.Title)
	assert.Equal(t, "preprint", d.Type)
	assert.Equal(t, 2021, d.Year)
}

func TestWhatTheFileSaysOfItselfGoesFirst(t *testing.T) {
	body := pdftest.Paper("Some words on the page that are no title at all, and go on and on")
	xmp := `<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">The true title of it</rdf:li></rdf:Alt></dc:title><prism:doi>10.1000/XMP</prism:doi></x:xmpmeta>`
	d, err := papers.Read(t.Context(), reader, told(body, xmp))
	require.NoError(t, err)
	assert.Equal(t, "The true title of it", d.Title)
	assert.Equal(t, "10.1000/xmp", d.DOI)
	d, err = papers.Read(t.Context(), reader, told(body, "<< /Title (Microsoft Word - draft.doc) /Author (x) >>"))
	require.NoError(t, err)
	assert.Contains(t, d.Title, "Some words on the page")
}

// told puts a text into a PDF where a reader of its pages does not look.
func told(body []byte, text string) []byte {
	return bytes.Replace(body, []byte("startxref"), []byte("%"+text+"\nstartxref"), 1)
}

func TestPDFsWithoutTextAreNamedByTheirCause(t *testing.T) {
	_, err := papers.Read(t.Context(), reader, pdftest.Paper("", ""))
	assert.ErrorIs(t, err, papers.ErrScanned)
	_, err = papers.Read(t.Context(), reader, Encrypted())
	assert.ErrorIs(t, err, papers.ErrEncrypted)
	_, err = papers.Read(t.Context(), reader, []byte("%PDF-1.4\nnothing else"))
	assert.ErrorIs(t, err, pdf.ErrUnreadable)
	_, err = papers.Read(t.Context(), reader, make([]byte, papers.MostBytes+1))
	assert.ErrorIs(t, err, papers.ErrTooLarge)
}

// Encrypted is a paper whose trailer names a password that nobody has.
func Encrypted() []byte {
	body := pdftest.Paper(first)
	id := bytes.Repeat([]byte("a"), 32)
	encrypt := fmt.Sprintf("/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O (%s) /U (%s) >> /ID [(%s) (%s)] /Size", id, id, id[:16], id[:16])
	return bytes.Replace(body, []byte("/Size"), []byte(encrypt), 1)
}
