package csl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/csl"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

const one = `{"id":"k","type":"article-journal","title":"Zinc &amp; <i>colds</i>","abstract":"We gave zinc.","author":[{"family":"Curie","given":"Marie"},{"literal":"The Group"}],` +
	`"issued":{"date-parts":[["2010",5,3]]},"container-title":"J Cold","volume":3,"page":"1–9","ISSN":"1234-5678, 8765-4321","DOI":"10.1000/Z","keyword":"zinc; cold","note":"PMID: 123\narXiv: 2101.00001"}`

func TestAnItemIsReadWithWhatItsNoteHolds(t *testing.T) {
	got, err := csl.Item([]byte(one))
	require.NoError(t, err)
	assert.Equal(t, evidence.Document{
		ID: "k", Title: "Zinc & colds", Abstract: "We gave zinc.", Authors: []string{"Marie Curie", "The Group"}, Year: 2010, Venue: "J Cold",
		DOI: "10.1000/z", PMID: "123", ArXiv: "2101.00001", Type: "article",
		Publication: evidence.Publication{Date: "2010-05-03", Volume: "3", Pages: "1-9", ISSN: []string{"1234-5678", "8765-4321"}, Keywords: []string{"zinc", "cold"}},
	}, got.Document)
	_, err = csl.Item([]byte(`{"id":"k","note":"nothing to find it by"}`))
	assert.ErrorContains(t, err, "neither title, abstract nor DOI")
}

// TestTheWorkOfAnItemGrowsWithIt has each part of an item that may be long: people, dates, lists in a text, and notes.
func TestTheWorkOfAnItemGrowsWithIt(t *testing.T) {
	for _, text := range [][3]string{
		{`{"title":"a","author":[{}`, `,{"family":"F#","given":"G","suffix":"Jr."}`, `]}`},
		{`{"title":"a","author":[{}`, `,{"literal":"<i>The</i> group #"}`, `]}`},
		{`{"title":"a","issued":[{}`, `,{"date-parts":[["x",1]],"raw":"never"}`, `]}`},
		{`{"title":"a","issued":{"date-parts":[["x"]`, `,["y",2,3]`, `]}}`},
		{`{"title":"a","issued":{"date-parts":[["x"`, `,1`, `]]}}`},
		{`{"title":"a","keyword":"zinc`, `, cold #;`, `"}`},
		{`{"title":"a","ISSN":"1`, `, 1234-567#;`, `"}`},
		{`{"title":"a","note":"b`, `\nPMID: 12#\ndoi : 10.1/#`, `"}`},
		{`{"title":"a","note":"b`, `\n \n`, `"}`},
		{`{"title":"a`, ` <sup>2</sup> $x_{#}$ &amp;`, `"}`},
		{`{"title":"a"`, `,"other#":[1,{"b":2}]`, `}`},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) {
			got, err := csl.Item([]byte(text))
			assert.NoError(t, err)
			assert.NotEmpty(t, got.Document.Title)
		})
	}
	doubling.Nested(t, `{"title":`, `"a"`, `}`, func(text string) { _, _ = csl.Item([]byte(text)) })
}

// FuzzItem holds items to work that grows with them and not faster, and to be found by something.
func FuzzItem(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) {
		got, err := csl.Item([]byte(text))
		if d := got.Document; err == nil && d.Title+d.Abstract+d.DOI == "" {
			t.Errorf("%q is an item that nobody can find", text)
		}
	}, one, `{"DOI":"10.1/#","author":{"literal":"a"},"issued":{"raw":"May 2010"},"URL":"http://arxiv.org/abs/2101.0000#","status":"Retracted","number":7}`)
}
