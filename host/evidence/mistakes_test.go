package evidence_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// lists are lines of n parts, each with mistakes.
func lists(n int) map[string]string {
	many := func(part string) string { return "[" + strings.Repeat(part+",", n-1) + part + "]" }
	return map[string]string{
		"objects": many(`{}`), "numbers": many(`{"label":[]}`), "unknown keys": many(`{"x":1,"y":2}`), "the same labels": many(`{"label":"A","text":"a"}`),
	}
}

// A line with a hundred thousand mistakes is read as far as the first ones.
func TestOfManyMistakesTheFirstAreTold(t *testing.T) {
	for name, list := range lists(100_000) {
		_, err := evidence.ParseQuestion([]byte(`{"id":"q","question":"w","options":` + list + `}`))
		require.Error(t, err, name)
		assert.LessOrEqual(t, strings.Count(err.Error(), "\n"), 24, name)
		assert.Contains(t, err.Error(), "options[", name)
		assert.Contains(t, err.Error(), "on they are not read: mend these first", name)
	}
	_, err := evidence.ParseDocument([]byte(`{"id":"d","sections":` + lists(10_000)["objects"] + `}`))
	assert.EqualError(t, err, `field "sections[0].text": missing`)
}

// Allocations stand for work: a mistake that is told has some, one that is not has none.
func TestTwiceTheMistakesAreNotMoreWork(t *testing.T) {
	work := func(n int) float64 {
		line := []byte(fmt.Sprintf(`{"id":"q","question":"w","options":%s}`, lists(n)["objects"]))
		return testing.AllocsPerRun(3, func() { _, _ = evidence.ParseQuestion(line) })
	}
	assert.Less(t, work(20_000), work(10_000)*2.5)
	assert.Less(t, work(20_000), 25_000.0, "one for the list of parts each, and the first mistakes")
}

// A text without white space is none: an index of a word of 10 MB took 1.6 GB.
func TestAWordThatIsNoneIsRefused(t *testing.T) {
	word := strings.Repeat("a", 64<<10+1)
	for _, field := range []string{"abstract", "text"} {
		_, err := evidence.ParseDocument([]byte(`{"id":"d","` + field + `":"zinc ` + word + ` cold"}`))
		assert.EqualError(t, err, fmt.Sprintf("field %q: a word of more than 64 KiB: this is no text", field))
		_, err = evidence.ParseDocument([]byte(`{"id":"d","` + field + `":"zinc ` + word[1:] + ` ` + word[1:] + `"}`))
		assert.NoError(t, err, "words may be long, and many")
		_, err = evidence.ParseDocument([]byte(`{"id":"d","` + field + `":"` + strings.Repeat("鋅縮短感冒", 10_000) + `"}`))
		assert.NoError(t, err, "some scripts have no white space")
	}
	for _, letter := range []string{"ﷺ", "𝐚", "👩"} { // an index expands the first two
		_, err := evidence.ParseDocument([]byte(`{"id":"d","text":"` + strings.Repeat(letter, 30_000) + `"}`))
		assert.ErrorContains(t, err, "a word of more than 64 KiB", letter)
	}
	_, err := evidence.ParseDocument([]byte(`{"id":"d","text":"` + strings.Repeat("ﷺ ", 30_000) + `"}`))
	assert.EqualError(t, err, `field "text": ligatures that stand for more than twice its bytes: this is no text`)
	_, err = evidence.ParseDocument([]byte(`{"id":"d","sections":[{"text":"` + word + `"}]}`))
	assert.ErrorContains(t, err, `"sections[0].text": a word of more`)
	_, err = evidence.ParseQuestion([]byte(`{"id":"q","question":"` + word + `"}`))
	assert.ErrorContains(t, err, "a word of more than 64 KiB")
}

// Titles, names and lists of megabytes cost more than texts: they are compared, copied and shown as wholes.
func TestTitlesNamesAndListsAreBounded(t *testing.T) {
	words := strings.Repeat("zinc ", 13_200)
	for _, field := range []string{"title", "venue", "doi", "url", "publisher", "authors", "keywords"} {
		_, err := evidence.ParseDocument([]byte(`{"id":"d","` + field + `":"` + words + `"}`))
		assert.ErrorContains(t, err, fmt.Sprintf("field %q: 66002 bytes, more than 64 KiB", field))
	}
	_, err := evidence.ParseDocument([]byte(`{"id":"` + words + `"}`))
	assert.ErrorContains(t, err, `field "id": 66002 bytes`)
	for _, field := range []string{"authors", "keywords", "relations"} {
		list := func(n int, entry string) error {
			_, err := evidence.ParseDocument([]byte(`{"id":"d","` + field + `":[` + strings.Repeat(entry+",", n-1) + entry + `]}`))
			return err
		}
		entry := `"A. Zinc"`
		if field == "relations" {
			entry = `{"kind":"version_of","id":"a"}`
		}
		assert.ErrorContains(t, list(20_001, `"A"`), fmt.Sprintf("field %q: 20001 entries, more than 20000", field))
		assert.ErrorContains(t, list(2, `"`+words+`"`), fmt.Sprintf(`field "%s[0]": 66002 bytes, more than 64 KiB`, field))
		assert.ErrorContains(t, list(40, `"`+words[:60_000]+`"`), fmt.Sprintf("field %q: a list of 2400121 bytes, more than 1 MiB", field))
		assert.NoError(t, list(15_000, entry), "so many have written one work")
	}
	var keys strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&keys, `,"k%05d":1`, i)
	}
	_, err = evidence.ParseDocument([]byte(`{"id":"d"` + keys.String() + `}`))
	assert.EqualError(t, err, "10001 keys, more than 10000")
}

// Allocations stand for work: a form that is not made has none.
func TestLigaturesAreCountedNotExpanded(t *testing.T) {
	line := []byte(`{"id":"d","text":"` + strings.Repeat("ﷺ ", 30_000) + `"}`)
	assert.Less(t, testing.AllocsPerRun(3, func() { _, _ = evidence.ParseDocument(line) }), 100.0)
	var total uint64
	bytes := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	total = bytes()
	_, err := evidence.ParseDocument(line)
	require.Error(t, err)
	assert.Less(t, bytes()-total, uint64(3*len(line)))
	_, err = evidence.ParseDocument([]byte(`{"id":"d","text":"` + strings.Repeat("ᾂ ", 30_000) + `"}`))
	assert.NoError(t, err, "accents are no ligatures")
}

func TestADocumentOfVeryManySectionsIsRefused(t *testing.T) {
	sections := strings.Repeat(`{"text":"Zinc."},`, 9_999) + `{"text":"Zinc."}`
	d, err := evidence.ParseDocument([]byte(`{"id":"d","sections":[` + sections + `]}`))
	require.NoError(t, err)
	assert.Len(t, d.Sections, 10_000)
	_, err = evidence.ParseDocument([]byte(`{"id":"d","sections":[` + sections + `,{"text":"Zinc."}]}`))
	assert.EqualError(t, err, `field "sections": 10001 sections, more than 10000`)
}

func TestKeysOfACorpusThatAreNotReadAreNamed(t *testing.T) {
	tests := map[string][]string{
		`{"id":"d","abstrct":"x","year":1}`:      {`"abstrct" (did you mean "abstract"?)`},
		`{"id":"d","abstract":"x","abstrct":""}`: {`"abstrct"`},
		`{"id":"d","s2orc_hash":"x","titel":""}`: {`"s2orc_hash"`, `"titel" (did you mean "title"?)`},
		`{"id":"d"}`:                             nil, `[]`: nil, `null`: nil, ``: nil,
	}
	for line, want := range tests {
		assert.Equal(t, want, evidence.UnreadKeys([]byte(line)), line)
	}
	var many strings.Builder
	for i := range 80_000 {
		fmt.Fprintf(&many, `,"k%05d":1`, i)
	}
	unread := evidence.UnreadKeys([]byte(`{"id":"d"` + many.String() + `}`))
	assert.Len(t, unread, 20, "of very many keys the first are named")
	assert.Equal(t, `"k00019"`, unread[19])
	whole := `{"id":"d","title":"","abstract":"","text":"","sections":[],"year":null,"venue":"","doi":"","arxiv":"","pmid":"","pmcid":"","url":"",
		"open_access_url":"","citation_source":"","type":"","status":"","source":"","authors":[],"fields_of_study":[],"citation_count":1,"retracted":false}`
	assert.Empty(t, evidence.UnreadKeys([]byte(whole)))
}

// A question is looked for in every passage, and its options are compared in pairs: both are bounded, for lines and for embedders.
func TestAQuestionBeyondItsLimitsIsRefused(t *testing.T) {
	parse := func(q evidence.Question) error {
		line, err := json.Marshal(q)
		require.NoError(t, err)
		_, err = evidence.ParseQuestion(line)
		assert.Equal(t, q.CheckSize(), err)
		return err
	}
	words := func(n int) string { return strings.Repeat("zinc ", n/5)[:n-1] + "s" }
	q := evidence.Question{ID: "q", Type: evidence.TypeFreeForm, Question: words(evidence.MaxQuestionBytes)}
	require.NoError(t, parse(q))
	q.Question += "s"
	assert.EqualError(t, parse(q), `field "question": 65537 bytes with its options, over the limit of 65536: shorten it; documents belong in the corpus`)

	q.Question = strings.TrimSpace(strings.Repeat("ﷺ ", 10_000))
	assert.ErrorContains(t, parse(q), "bytes with its options", "forty thousand bytes, but of 360,000 letters")

	q = evidence.Question{ID: "q", Type: evidence.TypeMultipleChoice, Question: "Which?", Options: []evidence.Option{{Label: "A", Text: "a"}, {Label: "B", Text: words(evidence.MaxQuestionBytes)}}}
	assert.ErrorContains(t, parse(q), "bytes with its options")
	q.Options = nil
	for i := range evidence.MaxOptions {
		q.Options = append(q.Options, evidence.Option{Label: fmt.Sprint(i), Text: "a"})
	}
	require.NoError(t, parse(q))
	q.Options = append(q.Options, evidence.Option{Label: "z", Text: "a"})
	assert.EqualError(t, parse(q), `field "options": more than 500: ask in several questions`)
}
