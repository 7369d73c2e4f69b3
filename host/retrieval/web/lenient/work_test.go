package lenient_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// A page has a field of each type, and lists within lists as providers send dates.
type page struct {
	Text  lenient.Text                             `json:"text"`
	Count lenient.Count                            `json:"count"`
	Dates lenient.List[lenient.List[lenient.Text]] `json:"dates"`
	Works lenient.List[struct {
		Names lenient.List[lenient.Text] `json:"names"`
	}] `json:"works"`
}

func parse(text string) { _ = json.Unmarshal([]byte(text), new(page)) }

// TestTheWorkOfAListGrowsWithItsElements has elements that decode, elements that do not, and lists in the place of texts.
func TestTheWorkOfAListGrowsWithItsElements(t *testing.T) {
	for _, part := range []string{`,"a"`, `,1e3`, `,{}`, `,[2010,5]`, `,{"names":["b#",null]}`, `,{"names":"c"}`, `,{"names":3}`} {
		doubling.Repeated(t, `{"works":[null`, part, `]}`, parse)
		doubling.Repeated(t, `{"dates":[[1`, part, `]]}`, parse)
	}
	doubling.Repeated(t, `{"works":[`, `{"names":["b#"]},`, `{"names":["a"]}]}`, func(text string) {
		var p page
		assert.NoError(t, json.Unmarshal([]byte(text), &p))
		assert.Greater(t, len(p.Works), 10)
	})
}

// TestTheWorkOfAValueGrowsWithIt has long texts and numbers, and values within each other where a text is due.
func TestTheWorkOfAValueGrowsWithIt(t *testing.T) {
	doubling.Repeated(t, `{"text":"`, ` \u00e9`, `"}`, parse)
	doubling.Repeated(t, `{"count":`, `7`, `}`, parse)
	doubling.Repeated(t, `{"count":"1`, `0`, `"}`, parse)
	for _, place := range []string{`{"text":`, `{"count":`, `{"dates":`, `{"works":`} {
		for _, pair := range [][2]string{{`[`, `]`}, {`{"names":`, `}`}} {
			doubling.Nested(t, pair[0], `1`, pair[1], func(text string) { parse(place + text + `}`) })
		}
	}
}

// FuzzWork holds what providers send to work that grows with it and not faster.
func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { parse(text) },
		`{"text":"a #","count":"1e3","dates":[[2010,5,"3"],[],null,{}],"works":[{"names":["b#",1]},{"names":"c"},{"names":{}},[]]}`,
		`{"text":12.5,"count":-1,"dates":2010,"works":{"names":[[[1]]]}}`)
}
