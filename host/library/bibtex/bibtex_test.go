package bibtex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/bibtex"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const good = `% a comment with @ in it
@STRING{ nat = "Nature" }
@comment{ @article{no, title={no}} }
@preamble{"\newcommand{\x}{y}"}
@Article{curie:1911,
  title = {On {Radium} and $\alpha$ rays: H{\"o}he, caf\'e},
  author = "Curie, Marie and {The Radium Group} and Jos{\'e} P{\'e}rez and others",
  journal = nat # { Physics},
  year = 1911, month = jan, volume = {3}, number = 2, pages = {1--9}, issn = {1234-5678},
  doi = {https://doi.org/10.1000/RADIUM}, abstract = {We measured, at 5\% and 50{\%}.}, keywords = {radium, rays; more},
  file = {:files/curie.pdf:PDF;Other:/abs/x.html:text/html},
}
@inproceedings(par, title = "In parentheses", booktitle = {Proc. of X}, date = {2020-05-17})
@misc{pre, title={A preprint}, author={A B}, eprint={2101.00001}, archivePrefix={arXiv}, year={2021}}
@article{scholar, title={Another}, journal={arXiv preprint arXiv:2102.00002}, year={2021}}
@article{nokeyfields}
`

func TestEntriesAreReadAsTheirAuthorsMeantThem(t *testing.T) {
	got, err := librarytest.Read(t.Context(), bibtex.Read, good)
	require.NoError(t, err)
	assert.Empty(t, got.Bad)
	require.Len(t, got.Items, 6, "a comment holds no braces of its own: what is within is an entry to BibTeX, too")
	d := got.Items[1].Document
	assert.Equal(t, evidence.Document{
		ID: "curie:1911", Title: "On Radium and α rays: Höhe, café", Authors: []string{"Marie Curie", "The Radium Group", "José Pérez"}, Venue: "Nature Physics", Year: 1911, Type: "article",
		DOI: "10.1000/radium", Abstract: "We measured, at 5% and 50%.",
		Publication: evidence.Publication{Date: "1911-01", Volume: "3", Issue: "2", Pages: "1-9", ISSN: []string{"1234-5678"}, Keywords: []string{"radium", "rays", "more"}},
	}, d)
	assert.Equal(t, []string{"files/curie.pdf"}, got.Items[1].Files)
	assert.Equal(t, 5, got.Items[1].Line)
	assert.Equal(t, "conference-paper", got.Items[2].Document.Type)
	assert.Equal(t, "2020-05-17", got.Items[2].Document.Date)
	for _, i := range []int{3, 4} {
		assert.Equal(t, "preprint", got.Items[i].Document.Type)
		assert.NotEmpty(t, got.Items[i].Document.ArXiv)
	}
}

func TestABadEntryCostsItselfAlone(t *testing.T) {
	tests := []struct{ name, bad, want string }{
		{"braces that never close", "@article{bad, title = {No end {here}, year = 1920\n", "2: @article: its braces do not balance before the next entry; the entry is left out"},
		{"a quote that never closes", "@article{bad, title = \"No end, year = 1920}\n", `2: @article: "bad": field "title": the value does not end`},
		{"no equals sign", "@article{bad, title {x}}\n", `2: @article: "bad": expected name = value at "title {x}"`},
		{"no comma", "@article{bad, title = {x} year = 1920}\n", `2: @article: "bad": field "title": expected a comma before "year = 1920"`},
		{"one brace too many", "@article{bad, title = {x}}, year = 1920}\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := librarytest.Read(t.Context(), bibtex.Read, "@book{a, title={First}}\n"+tt.bad+"@book{b, title={Last}}\n")
			require.NoError(t, err)
			docs := got.Documents()
			assert.Equal(t, "First", docs[0].Title)
			assert.Equal(t, "Last", docs[len(docs)-1].Title)
			if tt.want != "" {
				assert.Equal(t, []string{tt.want}, got.Bad)
				assert.Len(t, docs, 2)
			}
		})
	}
}

func TestLatin1IsReadAndSaid(t *testing.T) {
	got, err := librarytest.Read(t.Context(), bibtex.Read, "@book{a, title={Caf\xe9}, author={M\xfcller, J\xf6rg}}\n")
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	assert.Equal(t, "Café", got.Items[0].Document.Title)
	assert.Equal(t, []string{"Jörg Müller"}, got.Items[0].Document.Authors)
	require.Len(t, got.Bad, 1)
	assert.Contains(t, got.Bad[0], "not UTF-8")
}

func TestAFileWithoutEntriesIsRefused(t *testing.T) {
	_, err := librarytest.Read(t.Context(), bibtex.Read, "Dear all,\n")
	assert.ErrorContains(t, err, "no BibTeX entry in it")
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add("@a{b,c={d}e\"@x{,}")
	f.Fuzz(func(t *testing.T, text string) {
		got, _ := librarytest.Read(t.Context(), bibtex.Read, text)
		for _, it := range got.Items {
			assert.GreaterOrEqual(t, it.Line, 1)
		}
		doubling.Text(t, text, func(text string) { _, _ = librarytest.Read(t.Context(), bibtex.Read, text) })
	})
}

// Each macro is twice the one before: ninety of them would be more than any memory.
func TestWhatMacrosStandForIsBounded(t *testing.T) {
	double := func(n int) string {
		var b strings.Builder
		b.WriteString("@string{a0 = \"aaaaaaaaaa\"}\n")
		for i := range n {
			fmt.Fprintf(&b, "@string{a%d = a%d # a%d}\n", i+1, i, i)
		}
		return b.String() + "@article{x, title = {Zinc}, year = 2010}\n"
	}
	got, err := librarytest.Read(t.Context(), bibtex.Read, double(90))
	require.NoError(t, err)
	assert.Contains(t, strings.Join(got.Bad, "\n"), `@string: field "a16": the macros of this file stand for more than four times its size`)
	require.Len(t, got.Documents(), 1, "the rest of the file is read")
	doubling.Numbered(t, 1000, func(n int) { _, _ = librarytest.Read(t.Context(), bibtex.Read, double(n)) })
}
