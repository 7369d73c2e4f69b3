package ris_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/ris"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const references = "\ufeffTY  - JOUR\r\nTI  - Zinc and\r\nthe cold\r\nAU  - Curie, Marie\r\nA1  - The Group\r\nPY  - 2010/05//\r\nT2  - J Cold\r\nVL  - 3\r\nIS  - 2\r\nSP  - 1\r\nEP  - 9\r\n" +
	"SN  - 1234-5678\r\nDO  - doi:10.1000/ZINC\r\nAB  - We gave zinc.\r\nKW  - zinc\r\nKW  - cold\r\nL1  - file://papers/zinc.pdf\r\nER  - \r\n\r\n" +
	"TY  - CHAP\r\nT1  - A chapter\r\nSN  - 978-3\r\nTY  - JOUR\r\nTI  - Without an end before\r\n"

func TestReferencesAreRead(t *testing.T) {
	got, err := librarytest.Read(t.Context(), ris.Read, references)
	require.NoError(t, err)
	assert.Empty(t, got.Bad)
	require.Len(t, got.Items, 3)
	assert.Equal(t, evidence.Document{
		Title: "Zinc and the cold", Authors: []string{"Marie Curie", "The Group"}, Year: 2010, Venue: "J Cold", DOI: "10.1000/zinc", Abstract: "We gave zinc.", Type: "article",
		Publication: evidence.Publication{Date: "2010-05", Volume: "3", Issue: "2", Pages: "1-9", ISSN: []string{"1234-5678"}, Keywords: []string{"zinc", "cold"}},
	}, got.Items[0].Document)
	assert.Equal(t, []string{"papers/zinc.pdf"}, got.Items[0].Files)
	assert.Equal(t, "book-chapter", got.Items[1].Document.Type)
	assert.Equal(t, []string{"978-3"}, got.Items[1].Document.ISBN)
	assert.Equal(t, 23, got.Items[2].Line)
}

func TestWhatBelongsToNoReferenceIsNamed(t *testing.T) {
	got, err := librarytest.Read(t.Context(), ris.Read, "AU  - Nobody\nTY  - JOUR\nTI  - X\nER  - \nTY  - JOUR\nAU  - A\nER  - \n")
	require.NoError(t, err)
	assert.Equal(t, []string{"1: outside of any reference: expected a line of the tag TY", "5: the reference has neither title, abstract, DOI nor PMID"}, got.Bad)
	assert.Len(t, got.Items, 1)
	_, err = librarytest.Read(t.Context(), ris.Read, "hello\n")
	assert.ErrorContains(t, err, "no reference in it")
}

func TestPubMedsTextFormatIsRead(t *testing.T) {
	got, err := librarytest.Read(t.Context(), ris.ReadMedline, "\nPMID- 123\nTI  - Zinc shortens\n      the cold.\nAB  - We gave zinc.\nFAU - Curie, Marie\nAU  - Curie M\nDP  - 2010 May 3\nJT  - Journal of colds\n"+
		"LID - 10.1000/z [doi]\nMH  - *Zinc/therapeutic use\nPT  - Journal Article\nPT  - Randomized Controlled Trial\nPT  - Retracted Publication\nIS  - 1234-5678 (Electronic)\n\nPMID- 124\nTI  - Other.\n")
	require.NoError(t, err)
	require.Len(t, got.Items, 2)
	assert.Equal(t, evidence.Document{
		Title: "Zinc shortens the cold", Abstract: "We gave zinc.", Authors: []string{"Marie Curie"}, Year: 2010, Venue: "Journal of colds", DOI: "10.1000/z", PMID: "123",
		Type: "randomized-trial", Retracted: true, Publication: evidence.Publication{Date: "2010-05-03", MeSH: []string{"Zinc"}, ISSN: []string{"1234-5678"}},
	}, got.Items[0].Document)
}

func FuzzRead(f *testing.F) {
	f.Add(references)
	f.Fuzz(func(t *testing.T, text string) {
		doubling.Text(t, text, func(text string) { _, _ = librarytest.Read(t.Context(), ris.Read, text) })
		doubling.Text(t, text, func(text string) { _, _ = librarytest.Read(t.Context(), ris.ReadMedline, text) })
	})
}

func TestAValueOfManyLinesIsReadOnce(t *testing.T) {
	got, err := librarytest.Read(t.Context(), ris.Read, "TY  - JOUR\nTI  - Zinc\n  and\n the  cold\nAB  - a\n b\nER  - \n")
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	assert.Equal(t, "Zinc and the cold", got.Items[0].Document.Title)
	assert.Equal(t, "a b", got.Items[0].Document.Abstract)
	doubling.Repeated(t, "TY  - JOUR\nTI  - Zinc\n", "  more\n", "ER  - \n", func(text string) { _, _ = librarytest.Read(t.Context(), ris.Read, text) })
}
