package main

import (
	"cmp"
	"slices"
)

// A passage is one row of table "passages".
type passage struct {
	text      string
	section   string  // canonical class, such as "results"; empty: unknown
	relevance float64 // 0..1
	against   bool    // found by an adversarial query
}

// config is what the policy sets.
type config struct {
	window             int // characters between phrase and marker, at most
	negations          []string
	refutations        []string
	exceptions         []string
	negationStrength   float64
	refutationStrength float64

	exclude, include []string // sections
	countUnknown     bool     // passages of an unknown section count

	top         int  // passages that make the score of a draft (U13)
	skipNegated bool // a draft that is itself a negation is not judged
	minHits     int  // S3-13
	rate        string
	minRate     float64
	k           int // passages that count for an option with rate "fixed_k"
	minTerms    int // terms that a contradiction is near
	match       string
	adversarial bool // only passages found by adversarial queries can contradict
}

// A finding points at one passage.
type finding struct {
	row    int
	weight float64
	text   string
}

// A reader goes through passages. It holds the buffers that all of them share.
type reader struct {
	config
	vocabulary *vocabulary
	reading    reading
	marks      []mark
	places     []span
}

func newReader(c config) *reader {
	return &reader{config: c, vocabulary: newVocabulary(&c)}
}

// open reads a text and finds its markers.
func (r *reader) open(text string) {
	r.reading.read(text)
	r.marks = r.vocabulary.find(&r.reading, r.marks[:0])
}

// near returns the strength of the strongest marker near p in the open text and the
// quote that shows both; mentioned says whether p is there at all.
func (r *reader) near(p *pattern) (strength float64, quote span, mentioned bool) {
	r.places = p.find(&r.reading, r.places[:0])
	strength, quote = r.vocabulary.strongest(&r.reading, r.marks, r.places, r.window)
	return strength, quote, len(r.places) > 0
}

// counts says whether passages of that section count (S3-12, C28).
func (r *reader) counts(section string) bool {
	switch {
	case section == "" || section == "other":
		return r.countUnknown
	case len(r.include) > 0:
		return slices.Contains(r.include, section) && !slices.Contains(r.exclude, section)
	}
	return !slices.Contains(r.exclude, section)
}

// rank sorts by weight, greatest first. Equal weights are ordered by the text of
// the passage and, for passages with one text, by row.
func rank(found []finding, passages []passage) {
	slices.SortFunc(found, func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(b.weight, a.weight),
			cmp.Compare(passages[a.row].text, passages[b.row].text),
			cmp.Compare(a.row, b.row),
		)
	})
}
