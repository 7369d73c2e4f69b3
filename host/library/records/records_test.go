package records_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/library/librarytest"
	"github.com/sparkhost/sparkhost/host/library/records"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const (
	own      = `{"id":"a","title":"Own","jornal":"x"}`
	openAlex = `{"id":"https://openalex.org/W1","doi":"https://doi.org/10.1/oa","title":"Open","publication_year":2020,"type":"review","authorships":[{"author":{"display_name":"M Curie"}}],"abstract_inverted_index":{"We":[0],"saw":[1]}}`
	crossref = `{"DOI":"10.1/CR","title":["Cross"],"type":"journal-article","is-referenced-by-count":3,"issued":{"date-parts":[[2019,5]]},"author":[{"given":"M","family":"Curie"}]}`
	europe   = `{"id":"77","source":"MED","pmid":"77","title":"Europe","authorString":"Curie M.","pubYear":"2018"}`
	cslItem  = `{"id":"curie1911","type":"article-journal","title":"CSL","author":[{"family":"Curie","given":"Marie"}],"issued":{"date-parts":[["1911",1]]},"container-title":"Nature","DOI":"10.1/csl","note":"PMID: 99"}`
)

func titles(c *librarytest.Collector) (out []string) {
	for _, d := range c.Documents() {
		out = append(out, d.Title)
	}
	return out
}

func TestRecordsAreToldByTheirShape(t *testing.T) {
	all := []string{"Own", "Open", "Cross", "Europe", "CSL"}
	tests := []struct {
		name, text string
		want       []string
	}{
		{"one a line", own + "\n" + openAlex + "\n\n" + crossref + "\n" + europe + "\n" + cslItem + "\n", all},
		{"an array", "[" + own + ",\n" + openAlex + "," + crossref + "," + europe + "," + cslItem + "]", all},
		{"an array on many lines", "[\n " + own + ",\n " + openAlex + "\n]\n", all[:2]},
		{"one after the other on many lines", "{\n\"id\":\"a\",\n\"title\":\"Own\"}\n{\n\"id\":\"b\",\"title\":\"Two\"}", []string{"Own", "Two"}},
		{"an answer of OpenAlex", `{"meta":{},"results":[` + openAlex + `]}`, all[1:2]},
		{"an answer of Crossref", `{"status":"ok","message":{"items":[` + crossref + `]}}`, all[2:3]},
		{"one work of Crossref", `{"status":"ok","message":` + crossref + `}`, all[2:3]},
		{"a dump of Crossref", `{"items":[` + crossref + `,` + crossref + `]}`, []string{"Cross", "Cross"}},
		{"an answer of Europe PMC", `{"hitCount":1,"resultList":{"result":[` + europe + `]}}`, all[3:4]},
		{"an object with items", `{"items":[` + cslItem + `]}`, all[4:]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := librarytest.Read(t.Context(), records.Read, tt.text)
			require.NoError(t, err)
			assert.Equal(t, tt.want, titles(got))
		})
	}
}

func TestFieldsOfEachShapeAreKept(t *testing.T) {
	got, err := librarytest.Read(t.Context(), records.Read, openAlex+"\n"+crossref+"\n"+cslItem+"\n")
	require.NoError(t, err)
	docs := got.Documents()
	assert.Equal(t, "We saw", docs[0].Abstract)
	assert.Equal(t, "10.1/cr", docs[1].DOI)
	assert.Equal(t, []string{"Marie Curie"}, docs[2].Authors)
	assert.Equal(t, "99", docs[2].PMID)
	assert.Equal(t, "1911-01", docs[2].Date)
	assert.Equal(t, "article", docs[2].Type)
}

func TestWhatIsWrongIsNamedAndTheRestIsRead(t *testing.T) {
	got, err := librarytest.Read(t.Context(), records.Read, own+"\n{broken\n"+`{"title":"no id"}`+"\n"+openAlex+"\n")
	require.NoError(t, err)
	assert.Equal(t, []string{"Own", "Open"}, titles(got))
	require.Len(t, got.Bad, 3)
	assert.Contains(t, got.Bad[0], "2: not valid JSON")
	assert.Contains(t, got.Bad[1], `3: field "id": missing`)
	assert.Contains(t, got.Bad[2], `keys that are not read: "jornal"`)
	got, err = librarytest.Read(t.Context(), records.Read, "[\n"+own+",\n"+crossref+",\n{\"id\":")
	require.ErrorContains(t, err, "from line")
	assert.Len(t, got.Items, 2)
}

func TestCorpusLinesAreNotForeign(t *testing.T) {
	for text, want := range map[string]bool{
		own: false, `{"id":"a"}`: false, "": false, "{broken": false, "[]": false, `{"id":"x","title":"t","source":"crossref","doi":"10.1/x","citation_count":3}`: false,
		openAlex: true, crossref: true, europe: true, cslItem: true, "[" + own: true, "{\n \"status\": \"ok\",": true,
	} {
		assert.Equal(t, want, records.Foreign([]byte(text)), text)
	}
}

func TestEuropePMCsXMLIsRead(t *testing.T) {
	xml := `<responseWrapper><resultList><result><id>1</id><source>MED</source><pmid>1</pmid><title>Zinc</title><pubYear>2010</pubYear><pubTypeList><pubType>Review</pubType><pubType>Journal Article</pubType></pubTypeList></result></resultList></responseWrapper>`
	got, err := librarytest.Read(t.Context(), records.ReadXML, xml)
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	assert.Equal(t, "Zinc", got.Items[0].Document.Title)
	assert.Equal(t, "review", got.Items[0].Document.Type)
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{own, openAlex, "[" + crossref + "]", `{"items":[` + cslItem + `]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read := func(text string) { _, _ = librarytest.Read(t.Context(), records.Read, text) }
		read(text)
		doubling.Text(t, text+"\n", read)
		doubling.Repeated(t, "[", text+",", "{}]", read)
	})
}
