package evidence

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseDocumentReadsAllFields(t *testing.T) {
	d, err := ParseDocument([]byte(`{"id": 4983, "title": "T", "abstract": "A\u0000b \ud800", "text": "X", "year": "2015", "venue": "V",
		"sections": [{"label": "METHODS", "text": "M"}, {"text": "R"}], "doi": "10.1/x", "arxiv": "2101.00001", "pmid": 77, "url": "u",
		"citation_count": 0, "source": "local", "authors": ["B", {"name": "C"}], "status": "Retracted", "bib": [1], "structured": false}`))
	require.NoError(t, err)
	zero := int64(0)
	assert.Equal(t, Document{ID: "4983", Title: "T", Abstract: "A b \ufffd", Text: "X", Year: 2015, Venue: "V",
		Sections: []Section{{"METHODS", "M"}, {"", "R"}}, DOI: "10.1/x", ArXiv: "2101.00001", PMID: "77", URL: "u",
		CitationCount: &zero, Source: "local", Authors: []string{"B", "C"}, Status: "retracted", Retracted: true}, d)
}

func TestParseDocumentKeepsUnknownApartFromZero(t *testing.T) {
	d, err := ParseDocument([]byte("\ufeff" + `{"id":"a","year":null,"citation_count":null,"title":null}`))
	require.NoError(t, err)
	assert.Equal(t, Document{ID: "a"}, d)
}

func TestParseDocumentNamesWhatIsWrong(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"no id", `{"title":"x"}`, `field "id": missing: every line needs one`},
		{"blank id", `{"id":"  "}`, `field "id": empty: every line needs one`},
		{"id of a wrong type", `{"id":[1]}`, `field "id": want a string or a whole number, got an array`},
		{"id with a fraction", `{"id":1.5}`, `field "id": want a string or a whole number, got a number`},
		{"title of a wrong type", `{"id":"a","title":{}}`, `field "title": want a string, got an object`},
		{"year too great", `{"id":"a","year":20155}`, `field "year": 20155 is out of range: want 1000 to 2999, or leave it out`},
		{"year in words", `{"id":"a","year":"last"}`, `field "year": want a whole number, got "last"`},
		{"negative citations", `{"id":"a","citation_count":-1}`, `field "citation_count": -1 is negative: leave it out if it is unknown`},
		{"sections of a wrong type", `{"id":"a","sections":"x"}`, `field "sections": want an array, got a string`},
		{"a section that is no object", `{"id":"a","sections":[{"text":"x"},3]}`, `field "sections[1]": want a JSON object, got a number`},
		{"a section without text", `{"id":"a","sections":[{"label":"x"}]}`, `field "sections[0].text": missing`},
		{"an author of a wrong type", `{"id":"a","authors":["x",true]}`, `field "authors[1]": want a name, got true or false`},
		{"retracted of a wrong type", `{"id":"a","retracted":"maybe"}`, `field "retracted": want true or false, got "maybe"`},
		{"an array", `[1]`, `want a JSON object, got an array`},
		{"null", `null`, `want a JSON object, got null`},
		{"nothing", ``, `empty: want a JSON object`},
		{"broken JSON", `{"id":"a"`, `not valid JSON at byte 9: unexpected end of JSON input`},
		{"two objects", `{"id":"a"} {}`, `not valid JSON at byte 12: invalid character '{' after top-level value`},
		{"bytes that are no UTF-8", "{\"id\":\"a\xff\"}", `not valid UTF-8 at byte 8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseDocument([]byte(tt.line))
			require.EqualError(t, err, tt.want)
			var field *FieldError
			assert.ErrorAs(t, err, &field)
		})
	}
}

func TestParseQuestionInfersWhatIsLeftOut(t *testing.T) {
	tests := []struct {
		name, line string
		want       Question
	}{
		{"options make it multiple choice, labels are filled in", `{"id":1,"question":" Why? ","options":["x",{"text":"y"},{"label":"Z","text":"z"}],"answer":"Y"}`,
			Question{ID: "1", Question: "Why?", Type: TypeMultipleChoice, Options: []Option{{"A", "x"}, {"B", "y"}, {"Z", "z"}}, Answer: "B"}},
		{"no options make it free form", `{"id":"1","question":"Why?","answer":"because","gold_docs":[12,"b"],"meta":{"k":[1]}}`,
			Question{ID: "1", Question: "Why?", Type: TypeFreeForm, Answer: "because", GoldDocs: []string{"12", "b"}, Meta: map[string]any{"k": []any{1.0}}}},
		{"a claim in the manner of SciFact", `{"id":"1","claim":"It does.","label":"CONTRADICT","cited_docs":["7"],"evidence":[]}`,
			Question{ID: "1", Question: "It does.", Type: TypeClaim, Answer: AnswerContradicted, GoldDocs: []string{"7"}}},
		{"a claim in our own manner", `{"id":"1","question":"It does.","type":"claim","answer":"supported"}`,
			Question{ID: "1", Question: "It does.", Type: TypeClaim, Answer: AnswerSupported}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseQuestion([]byte(tt.line))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

var numbered = regexp.MustCompile(`"k[0-9]"`)

func TestParseQuestionNamesWhatIsWrong(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"no id", `{"question":"x"}`, `field "id": missing: every line needs one`},
		{"no question", `{"id":"a"}`, `field "question": missing or empty: there is nothing to answer`},
		{"a blank claim", `{"id":"a","claim":" "}`, `field "claim": missing or empty: there is nothing to answer`},
		{"multiple choice without options", `{"id":"a","question":"x","type":"multiple_choice"}`, `field "options": a multiple_choice question needs at least 2, got 0`},
		{"one option", `{"id":"a","question":"x","options":["y"]}`, `field "options": a multiple_choice question needs at least 2, got 1`},
		{"options where none belong", `{"id":"a","question":"x","type":"free_form","options":["y","z"]}`, `field "options": a free_form question has none, got 2`},
		{"an unknown type", `{"id":"a","question":"x","type":"essay"}`, `field "type": unknown type "essay": want yes_no, multiple_choice, free_form or claim`},
		{"a label twice", `{"id":"a","question":"x","options":[{"label":"A","text":"y"},{"label":"A","text":"z"}]}`, `field "options[1].label": "A" is the label of options[0] too`},
		{"a filled-in label twice", `{"id":"a","question":"x","options":[{"label":"B","text":"y"},"z"]}`, `field "options[1].label": "B" is the label of options[0] too`},
		{"an empty text", `{"id":"a","question":"x","options":["y",{"label":"B","text":" "}]}`, `field "options[1].text": missing or empty`},
		{"an answer that is no option", `{"id":"a","question":"x","options":["y","z"],"answer":"w"}`, `field "answer": "w" is neither a label nor a text of the options`},
		{"a misspelt key, and not what follows from it", `{"id":"a","question":"x","type":"multiple_choice","optons":["y","z"],"answer":"y"}`, `field "optons": unknown key: did you mean "options"?`},
		{"a misspelt key that would leave a free question", `{"id":"a","question":"x","Options":["y","z"]}`, `field "Options": unknown key: did you mean "options"?`},
		{"a beginning of a key", `{"id":"a","question":"x","metadata":{}}`, `field "metadata": unknown key: did you mean "meta"?`},
		{"a key of the author's own", `{"id":"a","question":"x","doi":"1"}`, `field "doi": unknown key: must be one of: id, question, type, options, answer, gold_docs, meta; put your own data under "meta"`},
		{"a claim beside a question", `{"id":"a","question":"x","claim":"y"}`, `field "claim": unknown key: must be one of: id, question, type, options, answer, gold_docs, meta; put your own data under "meta"`},
		{"a label where no claim is", `{"id":"a","question":"x","label":"SUPPORT"}`, `field "label": unknown key: must be one of: id, question, type, options, answer, gold_docs, meta; put your own data under "meta"`},
		{"a misspelt key of a claim", `{"id":"a","claim":"x","lable":"SUPPORT"}`, `field "lable": unknown key: did you mean "label"?`},
		{"a misspelt key of an option", `{"id":"a","question":"x","options":["y",{"lable":"B","text":"z"}]}`, `field "options[1].lable": unknown key: did you mean "label"?`},
		{"all that is wrong with a line", `{"qestion":"x","gold_doc":[],"options":[{"txt":"y"},{"label":"B","text":""}],"type":3}`,
			`field "gold_doc": unknown key: did you mean "gold_docs"?` + "\n" + `field "qestion": unknown key: did you mean "question"?` + "\n" + `field "id": missing: every line needs one` + "\n" +
				`field "options[0].txt": unknown key: did you mean "text"?` + "\n" + `field "options[1].text": missing or empty` + "\n" + `field "type": unknown type "3": want yes_no, multiple_choice, free_form or claim`},
		{"many unknown keys", `{"id":"a","question":"x","k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1,"k9":1,"l1":1}`,
			strings.Repeat(`field "k_": unknown key: must be one of: id, question, type, options, answer, gold_docs, meta; put your own data under "meta"`+"\n", 8) + "and 2 more unknown keys"},
		{"meta of a wrong type", `{"id":"a","question":"x","meta":[]}`, `field "meta": want an object: json: cannot unmarshal array into Go value of type map[string]interface {}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseQuestion([]byte(tt.line))
			require.Error(t, err)
			assert.Equal(t, tt.want, numbered.ReplaceAllString(err.Error(), `"k_"`))
		})
	}
}

func TestOptionLabelsGoOnAfterZ(t *testing.T) {
	assert.Equal(t, []string{"A", "Z", "AA", "AB"}, []string{optionLabel(0), optionLabel(25), optionLabel(26), optionLabel(27)})
}

func FuzzParseDocument(f *testing.F) {
	f.Add([]byte(`{"id":4983,"title":"a\u0000\ud800<","year":"2015","sections":[{"label":"M","text":"x"}],"citation_count":3}`))
	f.Add([]byte(`{"id":"a","authors":[{"name":"b"}],"status":"Retracted","sections":[],"year":2001.0}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		checkRoundTrip(t, line, ParseDocument)
		parse := func(text string) { _, _ = ParseDocument([]byte(text)) }
		doubling.Repeated(t, `{"id":"d","sections":[`, string(line)+",", `{}]}`, parse)
		doubling.Repeated(t, `{"id":"d","authors":[`, string(line)+",", `""]}`, parse)
		doubling.Repeated(t, `{"id":"d","text":"`, string(line), `"}`, parse)
	})
}

func FuzzParseQuestion(f *testing.F) {
	f.Add([]byte(`{"id":1,"question":"q","options":["x",{"label":"B","text":"y"}],"answer":"Y","meta":{"a":1e3}}`))
	f.Add([]byte(`{"id":"1","claim":"c","label":"SUPPORT","cited_docs":["7"]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		checkRoundTrip(t, line, ParseQuestion)
		parse := func(text string) { _, _ = ParseQuestion([]byte(text)) }
		doubling.Repeated(t, `{"id":"q","question":"w","options":[`, string(line)+",", `{}]}`, parse)
		doubling.Repeated(t, `{"id":"q","question":"`, string(line), `"}`, parse)
	})
}

// checkRoundTrip: what is accepted reads back the same from its own JSON.
func checkRoundTrip[T any](t *testing.T, line []byte, parse func([]byte) (T, error)) {
	first, err := parse(line)
	if err != nil {
		var field *FieldError
		require.ErrorAs(t, err, &field)
		return
	}
	again, err := json.Marshal(first)
	require.NoError(t, err)
	second, err := parse(again)
	require.NoError(t, err, "%s", again)
	if !reflect.DeepEqual(first, second) {
		t.Fatalf("got %#v, want %#v", second, first)
	}
}

func TestParseDocumentReadsWhereAWorkAppeared(t *testing.T) {
	line := `{"id":"a","date":"2020-05-17","volume":3,"issue":"2","pages":"1-9","publisher":"P","language":"en","license":"cc-by","issn":"1234-5678",
		"isbn":["1"],"keywords":["k"],"mesh_terms":["m"],"relations":[{"kind":"preprint_of","id":"doi:10.1/x"}]}`
	d, err := ParseDocument([]byte(line))
	require.NoError(t, err)
	assert.Equal(t, Publication{Date: "2020-05-17", Volume: "3", Issue: "2", Pages: "1-9", Publisher: "P", Language: "en", License: "cc-by",
		ISSN: []string{"1234-5678"}, ISBN: []string{"1"}, Keywords: []string{"k"}, MeSH: []string{"m"}, Relations: []Relation{{PreprintOf, "doi:10.1/x"}}}, d.Publication)
	assert.Empty(t, UnreadKeys([]byte(line)))
	_, err = ParseDocument([]byte(`{"id":"a","relations":[{"kind":"cousin_of","id":"doi:10.1/x"}]}`))
	assert.EqualError(t, err, `field "relations[0].kind": unknown kind "cousin_of"`)
}

func FuzzWorkOfUnreadKeys(f *testing.F) {
	doubling.Fuzz(f, func(t testing.TB, text string) {
		assert.LessOrEqual(t, len(UnreadKeys([]byte(text))), mostUnread)
	}, `{"id":"d","titel#":"Zinc","abstrct":["a",{"b":1}]}`)
}
