package local

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/token/porter"
	"github.com/blevesearch/bleve/v2/analysis/token/stop"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

func TestParseSettings(t *testing.T) {
	s, err := ParseSettings(map[string]any{"title_boost": 0.5, "stemming": "light", "feedback_documents": 0.0})
	require.NoError(t, err)
	want := DefaultSettings()
	want.TitleBoost, want.Stemming, want.Feedback.Documents = 0.5, "light", 0
	assert.Equal(t, want, s)

	s, err = ParseSettings(nil)
	require.NoError(t, err)
	assert.Equal(t, DefaultSettings(), s)

	for name, tt := range map[string]struct {
		config map[string]any
		want   string
	}{
		"an unknown name lists the known ones": {map[string]any{"boost": 1.0}, "boost: no such setting; there are b, feedback_documents, feedback_terms, feedback_weight, k1, query_repeats, stemming, title_boost"},
		"a wrong type":                         {map[string]any{"k1": "high"}, "k1: a number is wanted, not string"},
		"a value out of range":                 {map[string]any{"b": 1.5}, "b: 1.5 is not within 0..1"},
		"half a document":                      {map[string]any{"feedback_documents": 2.5}, "feedback_documents: a whole number is wanted, not 2.5"},
		"too many documents":                   {map[string]any{"feedback_documents": 101.0}, "feedback_documents: 101 is not within 0..100"},
		"an unknown word":                      {map[string]any{"stemming": "klingon"}, `stemming: "klingon" is none of english, light, none`},
		"a number for a word":                  {map[string]any{"stemming": 1.0}, "stemming: a string is wanted, not float64"},
		"all mistakes at once, by name":        {map[string]any{"z": 1.0, "k1": -1.0}, "source local: k1: -1 is not within 0..100; z: no such setting"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseSettings(tt.config)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestEverySettingHasANameAndIsChecked(t *testing.T) {
	config := DefaultSettings().config()
	assert.Len(t, SettingNames(), len(config))
	for _, name := range SettingNames() {
		assert.Contains(t, config, name)
	}
	count := reflect.TypeFor[Settings]().NumField() - 1 + reflect.TypeFor[Feedback]().NumField()
	assert.Len(t, config, count, "config lists every field")
	assert.Error(t, Settings{Stemming: "x"}.check())
	assert.NoError(t, DefaultSettings().check())
}

// drawDocument fills every field of a document, so that a field that the format
// forgets is noticed.
func drawDocument(t *rapid.T) evidence.Document {
	var d evidence.Document
	drawFields(t, reflect.ValueOf(&d).Elem())
	return d
}

func drawFields(t *rapid.T, v reflect.Value) {
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch f := v.Field(i); f.Interface().(type) {
		case string:
			f.SetString(rapid.String().Draw(t, name))
		case int:
			f.SetInt(rapid.Int64().Draw(t, name))
		case bool:
			f.SetBool(rapid.Bool().Draw(t, name))
		case *int64:
			if rapid.Bool().Draw(t, name+" known") {
				n := rapid.Int64().Draw(t, name)
				f.Set(reflect.ValueOf(&n))
			}
		case []string:
			if s := rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, name); len(s) > 0 {
				f.Set(reflect.ValueOf(s))
			}
		case []evidence.Section:
			var sections []evidence.Section
			for range rapid.IntRange(0, 3).Draw(t, name) {
				sections = append(sections, evidence.Section{Label: rapid.String().Draw(t, "label"), Text: rapid.String().Draw(t, "text")})
			}
			f.Set(reflect.ValueOf(sections))
		case evidence.Publication:
			drawFields(t, f)
		case []evidence.Relation:
			if rapid.Bool().Draw(t, name+" known") {
				f.Set(reflect.ValueOf([]evidence.Relation{{Kind: evidence.PreprintOf, ID: rapid.String().Draw(t, "id")}}))
			}
		default:
			t.Fatalf("field %s has a type that the format does not know", name)
		}
	}
}

func TestEveryFieldOfADocumentSurvivesTheStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		got, err := decodeDocument(appendDocument(nil, &d))
		require.NoError(t, err)
		assert.Equal(t, d, got)
	})
}

func FuzzDecodeDocument(f *testing.F) {
	f.Add(appendDocument(nil, &evidence.Document{ID: "a", Authors: []string{"b"}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := decodeDocument(b)
		if err != nil {
			return
		}
		again, err := decodeDocument(appendDocument(nil, &d))
		require.NoError(t, err)
		assert.Equal(t, d, again)
	})
}

func TestLinesAreCutWhateverTheirEnds(t *testing.T) {
	long := strings.Repeat("y", 1<<18+3)
	l := newLineReader(strings.NewReader("\xef\xbb\xbfa\r\n\n \t\nb\n" + long + "\n\xff\nlast"))
	var got []string
	var at []int
	for {
		line, bad, err := l.next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if bad != nil {
			line = []byte(bad.Error())
		}
		got, at = append(got, string(line)), append(at, l.line)
	}
	assert.Equal(t, []string{"a", "b", long, "not UTF-8", "last"}, got)
	assert.Equal(t, []int{1, 4, 5, 6, 7}, at)
}

// Title and text are analysed apart and word by word; that gives the terms of the whole analysed at once.
// bleveAnalyzer is the analysis of bleve that the index follows.
func bleveAnalyzer(t *testing.T, stemming string) *analysis.DefaultAnalyzer {
	t.Helper()
	stops := analysis.NewTokenMap()
	require.NoError(t, stops.LoadBytes(en.EnglishStopWords))
	filters := []analysis.TokenFilter{en.NewPossessiveFilter(), lowercase.NewLowerCaseFilter(), stop.NewStopTokensFilter(stops)}
	switch stemming {
	case "english":
		filters = append(filters, porter.NewPorterStemmer())
	case "light":
		filters = append(filters, en.NewEnglishPluralStemmerFilter())
	}
	return &analysis.DefaultAnalyzer{Tokenizer: unicode.NewUnicodeTokenizer(), TokenFilters: filters}
}

func TestCountingWordByWordEqualsTheAnalysisOfTheWhole(t *testing.T) {
	words := rapid.SampledFrom([]string{"cells", "the", "Cell's", "α-synuclein", "3.5", "10,000", "café", "e\u0301tude", "\u0301", "\u200d", "水槽", "カメラ",
		"\r", "\n", "'", "’s", "-", "it's", "GENES'", "_", "@", "🧬", "\u0300a", "flies", "running", " ", "\u2028", "한국어"})
	text := rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			b.WriteString(words.Draw(t, "word") + rapid.SampledFrom([]string{" ", "", "\n"}).Draw(t, "between"))
		}
		return b.String()
	})
	for _, stemming := range []string{"english", "light", "none"} {
		a := bleveAnalyzer(t, stemming)
		n := newCounter(newAnalyzer(stemming))
		rapid.Check(t, func(t *rapid.T) {
			d := evidence.Document{Title: text.Draw(t, "title"), Abstract: text.Draw(t, "abstract"), Text: text.Draw(t, "text")}
			counts, whole, title := n.document(&d)
			want := map[string]int{}
			stream := a.Analyze([]byte(strings.Join([]string{d.Title, d.Abstract, d.Text}, "\n")))
			for _, token := range stream {
				want[string(token.Term)]++
			}
			got, inTitle := map[string]int{}, 0
			for _, c := range counts {
				got[c.Term] = int(c.Freq)
				inTitle += int(c.Title)
			}
			assert.Equal(t, want, got)
			assert.Equal(t, len(stream), whole)
			assert.Equal(t, len(a.Analyze([]byte(d.Title))), title)
			assert.Equal(t, title, inTitle)
		})
	}
}

func TestFeedbackFollowsADocumentThatStandsOutAlone(t *testing.T) {
	near := shares([]postings.Hit{{Ordinal: 0, Score: 9}, {Ordinal: 1, Score: 9}})
	assert.InDeltaSlice(t, []float64{0.5, 0.5}, near, 1e-12)
	far := shares([]postings.Hit{{Ordinal: 0, Score: 20}, {Ordinal: 1, Score: 9}})
	assert.Greater(t, far[0], 0.9999)
}

func TestFeedbackPrefersWhatTheBestDocumentSpeaksOf(t *testing.T) {
	lines := []string{
		`{"id":"best","title":"Quagga mussels filter lakes","abstract":"Mussels clear the water and feed on diatoms."}`,
		`{"id":"other","title":"Lakes on the moon","abstract":"Lakes of basalt, called so by early observers."}`,
		`{"id":"kin","title":"Lakes lose diatoms","abstract":"Diatoms in clear water are eaten."}`,
	}
	o := options(t, write(t, "c.jsonl", lines...))
	with := search(t, open(t, o), "quagga mussels lakes", 3)
	assert.Equal(t, []string{"best", "kin", "other"}, with)
	o.Settings.Feedback.Weight = 0
	assert.Equal(t, []string{"best", "other", "kin"}, search(t, open(t, o), "quagga mussels lakes", 3))
}

// Of ten megabytes of words a list alone took hundreds; it was made for each of several queries.
func TestTheWordsOfALongTextAreNoList(t *testing.T) {
	text := strings.Repeat("zinc colds ", 1<<18)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, whole, _ := newCounter(newAnalyzer("english")).document(&evidence.Document{Text: text})
	runtime.ReadMemStats(&after)
	assert.Equal(t, 1<<19, whole)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*len(text)))
	assert.Equal(t, 11, pieceOf(strings.Repeat("a", 11), 10), "a word is not cut")
	assert.Equal(t, 6, pieceOf("ab cde f", 4))
}

func TestFeedbackReadsTheBeginningOfALongText(t *testing.T) {
	text := strings.Repeat("zinc colds ", 1<<18)
	d := opening(&evidence.Document{Title: text, Abstract: text, Text: text, Sections: []evidence.Section{{Text: text}, {Text: text}}})
	for _, begun := range []string{d.Title, d.Abstract, d.Text} {
		assert.True(t, len(begun) >= mostFeedback && len(begun) < mostFeedback+11)
	}
	require.Len(t, d.Sections, 1)
	assert.Less(t, len(d.Sections[0].Text), mostFeedback+11)
}

// What feedback counted of a document is kept, unless it is long.
func TestFeedbackCountsADocumentOnce(t *testing.T) {
	var long strings.Builder
	for i := range longestKept + 1 {
		fmt.Fprintf(&long, "word%d ", i)
	}
	c := open(t, options(t, write(t, "c.jsonl", `{"id":"short","title":"Quagga mussels","abstract":"Mussels filter."}`, `{"id":"long","title":"Lakes","abstract":"`+long.String()+`"}`)))
	for _, want := range []struct{ ordinal, terms int }{{0, 3}, {1, longestKept + 2}} {
		for range 2 {
			d, err := c.counted(want.ordinal)
			require.NoError(t, err)
			assert.Len(t, d.terms, want.terms)
		}
	}
	assert.Equal(t, []int{0}, c.counts.Keys())
}

func TestTheHeaviestTermsAreThoseOfAFullSort(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 200 {
		terms := make([]postings.Weighted, 1+r.IntN(60))
		for i := range terms {
			terms[i] = postings.Weighted{Term: fmt.Sprint(i), Weight: float64(r.IntN(10))}
		}
		want := slices.SortedFunc(slices.Values(terms), func(a, b postings.Weighted) int {
			return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
		})
		n := 1 + r.IntN(40)
		require.Equal(t, want[:min(n, len(want))], heaviest(terms, n)[:min(n, len(want))])
		require.Len(t, heaviest(terms, n), min(n, len(terms)))
	}
}
