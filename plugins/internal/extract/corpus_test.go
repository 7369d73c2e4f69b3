package extract_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/realdata"
	"github.com/sparkhost/sparkhost/plugins/internal/extract"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// readLines decodes each line of a file of JSON lines.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var v T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		out = append(out, v)
	}
	require.NoError(t, lines.Err())
	return out
}

// A corpus finds documents by plain BM25 over the stems of title and abstract, as a stand-in for the host's retrieval.
type corpus struct {
	documents []document
	frequency map[uint64]float64 // documents that have a stem
	length    float64            // mean, in words
}

type document struct {
	ID, Title, Abstract string
	counts              map[uint64]float64
	length              float64
}

func openCorpus(t testing.TB, name string) *corpus {
	t.Helper()
	c := &corpus{documents: readLines[document](t, realdata.Path(t, name)), frequency: map[uint64]float64{}}
	for i := range c.documents {
		d := &c.documents[i]
		d.counts = map[uint64]float64{}
		r := text.Read(d.Title + "\n" + d.Abstract)
		for _, token := range r.Tokens {
			d.counts[token.Stem]++
			d.length++
		}
		for stem := range d.counts {
			c.frequency[stem]++
		}
		c.length += d.length / float64(len(c.documents))
	}
	return c
}

func (c *corpus) idf(stem uint64) float64 {
	return math.Log(1 + (float64(len(c.documents))-c.frequency[stem]+0.5)/(c.frequency[stem]+0.5))
}

// rarity is what the host tells of the words of a question and its options.
func (c *corpus) rarity(texts ...string) map[string]float64 {
	out := map[string]float64{}
	for _, s := range texts {
		r := text.Read(s)
		for i, token := range r.Tokens {
			out[strings.ToLower(r.Quote(i, i))] = c.idf(token.Stem) / c.idf(0)
		}
	}
	return out
}

// search cuts the best documents for a query into sentences; ids names the document of each.
func (c *corpus) search(query string, most int) (sentences []extract.Sentence, ids []string) {
	type hit struct {
		document int
		score    float64
	}
	var hits []hit
	r := text.Read(query)
	for i := range c.documents {
		d := &c.documents[i]
		score := 0.0
		for _, token := range r.Tokens {
			if n := d.counts[token.Stem]; n > 0 && token.Cue&text.CueStop == 0 {
				score += c.idf(token.Stem) * n * 2.2 / (n + 1.2*(0.25+0.75*d.length/c.length))
			}
		}
		if score > 0 {
			hits = append(hits, hit{i, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	for n, h := range hits[:min(most, len(hits))] {
		d := &c.documents[h.document]
		r := text.Read(d.Abstract)
		for place, span := range r.Sentences {
			end := len(d.Abstract)
			if span.End < len(r.Tokens) {
				end = r.Tokens[span.End].From
			}
			sentences = append(sentences, extract.Sentence{
				Row: len(sentences), Text: strings.TrimSpace(d.Abstract[r.Tokens[span.First].From:end]), Title: d.Title, Document: n, Place: place,
				Relevance: h.score / hits[0].score, Addresses: math.NaN(),
			})
			ids = append(ids, d.ID)
		}
	}
	return sentences, ids
}

// The exam's patterns look around numbers, which Go's expressions cannot: a marker group takes the place of each look, and
// what stands at the marker is checked by another expression.
const (
	lookBehind = `(?<![\d.,·])`
	lookAhead  = `(?!\d|[.,·]\d)`
)

var (
	digitBefore = regexp.MustCompile(`[\d.,·]$`)
	digitAfter  = regexp.MustCompile(`^(?:\d|[.,·]\d)`)
)

// accepts says whether one of the exam's patterns matches part of an answer, in either case.
func accepts(t testing.TB, patterns []string, answer string) bool {
	t.Helper()
	for _, p := range patterns {
		marked := strings.ReplaceAll(strings.ReplaceAll(p, lookBehind, "(?P<behind>)"), lookAhead, "(?P<ahead>)")
		expression, err := regexp.Compile("(?i)" + marked)
		require.NoError(t, err, p)
		for from := 0; from <= len(answer); from++ { // a look that fails may hold further on
			found := expression.FindStringSubmatchIndex(answer[from:])
			if found == nil {
				break
			}
			if looks(expression, found, answer, from) {
				return true
			}
			from += found[0]
		}
	}
	return false
}

// looks checks what stands at the markers of a match.
func looks(expression *regexp.Regexp, found []int, answer string, from int) bool {
	for group, name := range expression.SubexpNames() {
		if name == "" || found[2*group] < 0 {
			continue
		}
		at := from + found[2*group]
		if name == "behind" && digitBefore.MatchString(answer[:at]) || name == "ahead" && digitAfter.MatchString(answer[at:]) {
			return false
		}
	}
	return true
}
