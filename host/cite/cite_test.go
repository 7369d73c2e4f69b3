package cite_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/cite"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/bibtex"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/records"
	"github.com/sparkhost/sparkhost/host/library/ris"
	"github.com/sparkhost/sparkhost/host/record"
)

func cited() []*record.Result {
	paper := record.Citation{
		Doc: "1", Source: "local", Title: "Zinc & colds: 50% of {all} $x_1$", Year: 2010, DOI: "10.1000/z_1", PMID: "77", Quote: "It *helped*.", Stance: "supports",
		Reference: record.Reference{Authors: []string{"Marie Curie", "Ludwig van Beethoven", "The Zinc Group"}, Date: "2010-05-03", Venue: "J Cold", Volume: "3", Issue: "2", Pages: "1-9",
			OpenURL: "https://x.test/a.pdf", Type: "article", Status: "corrected", Notices: []evidence.Relation{{Kind: evidence.CorrectedBy, ID: "doi:10.1/erratum"}}},
	}
	twice := paper
	twice.Quote = "Again."
	gone := record.Citation{Doc: "2", Source: "local", Title: "Zinc harms", Year: 2010, ArXiv: "2101.00001", Retracted: true, Quote: "It harms.", Reference: record.Reference{Authors: []string{"Curie M"}, Type: "preprint"}}
	return []*record.Result{{Question: "Does zinc <help>?", Answer: &record.AnswerText{Text: "supported"}, Confidence: 0.8, Warnings: []string{"careful"}, Citations: []record.Citation{paper, twice, gone}}}
}

func written(t *testing.T, format string) string {
	var b strings.Builder
	require.NoError(t, cite.Formats[format](&b, cite.Works(cited())))
	return b.String()
}

func TestReferencesComeBackAsTheyWereWritten(t *testing.T) {
	for format, read := range map[string]item.Reader{"bibtex": bibtex.Read, "ris": ris.Read, "csl": records.Read} {
		t.Run(format, func(t *testing.T) {
			got, err := librarytest.Read(t.Context(), read, written(t, format))
			require.NoError(t, err)
			assert.Empty(t, got.Bad)
			require.Len(t, got.Items, 2, "a work that is cited twice is one entry")
			d := got.Items[0].Document
			assert.Equal(t, "curie2010zinc", d.ID)
			assert.Equal(t, "J Cold", d.Venue)
			assert.Equal(t, 2010, d.Year)
			assert.Equal(t, "2010-05-03", d.Date)
			assert.Equal(t, "10.1000/z_1", d.DOI)
			assert.Equal(t, "77", d.PMID)
			assert.Equal(t, []string{"3", "2", "1-9"}, []string{d.Volume, d.Issue, d.Pages})
			assert.Equal(t, []string{"Marie Curie", "Ludwig van Beethoven", "The Zinc Group"}, d.Authors)
			assert.Contains(t, d.Title, "Zinc & colds: 50% of")
			assert.Equal(t, "curie2010zinc-2", got.Items[1].Document.ID)
			assert.Equal(t, "2101.00001", got.Items[1].Document.ArXiv)
		})
	}
}

func TestWhatAReaderHasToKnowStandsWithEachEntry(t *testing.T) {
	for _, format := range []string{"bibtex", "ris", "csl"} {
		text := written(t, format)
		assert.Contains(t, text, "CORRECTED (doi:10.1/erratum)", format)
		assert.Contains(t, text, "RETRACTED", format)
	}
	assert.True(t, json.Valid([]byte(written(t, "csl"))))
	assert.Contains(t, written(t, "bibtex"), `50\% of \{all\} \$x\_1\$`)
}

func TestAnAnswerHasOneBibliography(t *testing.T) {
	var b strings.Builder
	require.NoError(t, cite.Markdown(&b, cited()))
	text := b.String()
	for _, want := range []string{
		"# Does zinc &lt;help&gt;?", "**supported** (confidence 0.80)", `> It \*helped\*. [1] — *supports* — **CORRECTED (doi:10.1/erratum)**`, "> Again. [1]",
		"> It harms. [2] — **RETRACTED** — **preprint, not peer-reviewed**", "## References",
		`1. Marie Curie, Ludwig van Beethoven, The Zinc Group. Zinc & colds: 50% of {all} $x\_1$. *J Cold*, 2010, 3(2), 1-9. https://doi.org/10.1000/z_1. Open text: https://x.test/a.pdf`,
		"2. Curie M. Zinc harms. 2010. https://arxiv.org/abs/2101.00001. **RETRACTED**", "- Warning: careful",
	} {
		assert.Contains(t, text, want)
	}
}

func TestAnAddressCannotBeginMarkup(t *testing.T) {
	got := cite.Reference(&record.Citation{DOI: `10.1/x"><script>alert(1)</script>`, Reference: record.Reference{OpenURL: "https://x.test/a_b(1)?q=ü#p [y](z)\n# h"}})
	assert.Equal(t, "https://doi.org/10.1/x%22%3E%3Cscript%3Ealert(1)%3C/script%3E. Open text: https://x.test/a_b(1)?q=ü#p%20%5By%5D(z)%0A#%20h", got)
}

func TestNamesArePartedAsTheirBearersDo(t *testing.T) {
	for name, want := range map[string][2]string{
		"Marie Curie": {"Marie", "Curie"}, "Curie M": {"M", "Curie"}, "Haas-Kogan DA": {"DA", "Haas-Kogan"}, "Ludwig van Beethoven": {"Ludwig", "van Beethoven"},
		"Maria de la Cruz": {"Maria", "de la Cruz"}, "Martin Luther King Jr.": {"Martin Luther", "King Jr."}, "The ATLAS Collaboration": {"", "The ATLAS Collaboration"}, "Plato": {"", "Plato"}, "": {"", ""},
	} {
		given, family := cite.Name(name)
		assert.Equal(t, want, [2]string{given, family}, name)
	}
}

func TestEntriesOfHostileTitlesBalance(t *testing.T) {
	for _, title := range []string{"", "漢字", `}{\\`, "@article{x,", "100% \\"} {
		var b strings.Builder
		r := &record.Result{Citations: []record.Citation{{Doc: "1", Source: "x", Title: title}, {Doc: "2", Source: "x", Title: "Last one"}}}
		require.NoError(t, cite.BibTeX(&b, cite.Works([]*record.Result{r})))
		got, err := librarytest.Read(t.Context(), bibtex.Read, b.String())
		require.NoError(t, err)
		assert.Empty(t, got.Bad)
		require.Len(t, got.Items, 2, title)
		assert.Equal(t, "Last one", got.Items[1].Document.Title)
	}
}
