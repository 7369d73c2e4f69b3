package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// defaults are the shipped settings.
var defaults = config{
	window: 100, negations: negations(), refutations: refutations(), exceptions: exceptions(),
	negationStrength: .5, refutationStrength: 1,
	exclude: []string{"introduction", "methods"}, countUnknown: true,
	top: 5, skipNegated: true, minHits: 2, rate: rateNone, minRate: .5, k: 5, minTerms: 2, adversarial: true, match: matchPhrase,
}

func with(set func(*config)) config {
	c := defaults
	set(&c)
	return c
}

// texts makes fully relevant passages of the results section.
func texts(of ...string) []passage {
	passages := make([]passage, len(of))
	for i, t := range of {
		passages[i] = passage{text: t, section: "results", relevance: 1, against: true}
	}
	return passages
}

// apartBy puts that many characters between a phrase and a "not".
func apartBy(n int) string {
	return "rapamycin " + strings.Repeat("ä", n-2) + " not"
}

func one(c config, phrase string, passages []passage) tally {
	return newReader(c).options([]string{phrase}, passages)[0]
}

func TestAnOptionIsHitByAMarkerNearItsPhrase(t *testing.T) {
	tests := []struct {
		name, phrase, text string
		hits, passages     int
	}{
		{"S3-11: 99 characters apart is a hit", "rapamycin", apartBy(99), 1, 1},
		{"S3-11: 100 characters is within 100", "rapamycin", apartBy(100), 1, 1},
		{"S3-11: 101 characters apart is none", "rapamycin", apartBy(101), 0, 1},
		{"the marker may stand before the phrase", "rapamycin", "Growth was not slowed by rapamycin.", 1, 1},
		{"the nearest of several places counts", "rapamycin", "rapamycin " + strings.Repeat("x", 120) + " rapamycin never", 1, 1},
		{"a negation inside the phrase is its own", "no effect on growth", "We saw no effect on growth.", 0, 1},
		{"a negation that only begins outside is not", "evidence of growth", "There is no evidence of growth.", 1, 1},
		{"contractions negate", "rapamycin", "Rapamycin doesn’t slow growth.", 1, 1},
		{"not only is no negation", "rapamycin", "Rapamycin slows not only growth.", 0, 1},
		{"two hits in one passage are one passage", "rapamycin", "rapamycin not; rapamycin never", 1, 1},
		{"a passage without the phrase is no passage of the option", "rapamycin", "torin does not", 0, 0},
		{"a phrase without words is nowhere", " ", "not at all", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := one(defaults, tt.phrase, texts(tt.text))
			assert.Equal(t, []int{tt.hits, tt.passages}, []int{got.hits, got.passages})
		})
	}
}

const denied, plain = "rapamycin does not act", "rapamycin acts"

func TestAnOptionIsFalsifiedByEnoughHits(t *testing.T) {
	many := texts(denied, denied, plain, plain, plain, plain)
	for i := range many {
		many[i].relevance = 1 - float64(i)/10
	}
	reversed := texts(plain, plain, plain, denied, denied)
	for i := range reversed {
		reversed[i].relevance = 1 - float64(i)/10
	}
	perPassage := with(func(c *config) { c.rate = ratePerPassage })
	fixedK := with(func(c *config) { c.rate, c.k = rateFixedK, 3 })
	tests := []struct {
		name      string
		c         config
		passages  []passage
		falsified bool
		rate      float64
	}{
		{"S3-13: one hit is not enough", defaults, texts(denied), false, 1},
		{"S3-13: two hits are", defaults, texts(denied, denied), true, 1},
		{"as written, hits count however many passages there are", defaults, many, true, 1. / 3},
		{"D7: two hits in six passages are a low rate", perPassage, many, false, 1. / 3},
		{"D7: two hits in four passages are a rate of a half", perPassage, many[:4], true, .5},
		{"D7: a high rate does not replace the minimum of hits", perPassage, texts(denied), false, 1},
		{"D7: two hits among the three most relevant", fixedK, many, true, 2. / 3},
		{"D7: no hits among the three most relevant", fixedK, reversed, false, 0},
		{"no passages, no rate", perPassage, nil, false, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := one(tt.c, "rapamycin", tt.passages)
			assert.Equal(t, tt.falsified, got.falsified)
			assert.InDelta(t, tt.rate, got.rate, 1e-12)
		})
	}
}

func TestSectionsDecideWhichPassagesCount(t *testing.T) {
	only := func(sections ...string) config {
		return with(func(c *config) { c.exclude, c.include = nil, sections })
	}
	skip := with(func(c *config) { c.countUnknown = false })
	tests := []struct {
		name, section string
		c             config
		want          int
	}{
		{"S3-12: the introduction does not", "introduction", defaults, 0},
		{"S3-12: methods do not", "methods", defaults, 0},
		{"results do", "results", defaults, 1},
		{"C28: the form that excludes counts abstracts", "abstract", defaults, 1},
		{"C28: the form that includes drops them", "abstract", only("results", "discussion"), 0},
		{"the form that includes counts what it names", "discussion", only("results", "discussion"), 1},
		{"an unknown section counts", "", defaults, 1},
		{"so does one of no class", "other", defaults, 1},
		{"unless it is to be skipped", "", skip, 0},
		{"in the form that includes too", "other", with(func(c *config) { c.include, c.countUnknown = []string{"results"}, false }), 0},
		{"what is excluded stays so when it is included", "methods", with(func(c *config) { c.include = []string{"methods"} }), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := texts(denied + " to slow growth")
			p[0].section = tt.section
			assert.Equal(t, tt.want, one(tt.c, "rapamycin", p).hits, "option")
			assert.Equal(t, tt.want, newReader(tt.c).draft(draft{key: "rapamycin", side: 1}, p).hits, "draft")
			refuted := texts("rapamycin did not slow growth")
			refuted[0].section = tt.section
			assert.Equal(t, tt.want, newReader(tt.c).verify([]string{"rapamycin", "growth"}, refuted).contradictions, "verifier")
		})
	}
}

func TestFindingsOfAnOptionQuoteTheWordsThatRefuteIt(t *testing.T) {
	got := one(defaults, "rapamycin", texts("In mice, rapamycin did not slow it.", plain, "There never was rapamycin."))
	assert.Equal(t, []finding{{0, 1, "rapamycin did not"}, {2, .5, "never was rapamycin"}}, got.findings)
}

func TestADraftIsScoredByNoisyOr(t *testing.T) {
	relevant := func(r float64, p []passage) []passage {
		for i := range p {
			p[i].relevance = r
		}
		return p
	}
	refuted := "There is no evidence that rapamycin acts."
	tests := []struct {
		name     string
		c        config
		passages []passage
		score    float64
		hits     int
	}{
		{"U13: none found, none scored", defaults, texts(plain), 0, 0},
		{"a negation is half a refutation", defaults, texts(denied), .5, 1},
		{"a refutation is a whole one", defaults, texts(refuted), 1, 1},
		{"relevance weighs it", defaults, relevant(.4, texts(refuted)), .4, 1},
		{"U13: 1 - (1-.5)(1-.5)", defaults, texts(denied, denied), .75, 2},
		{"U13: only the top five count", defaults, texts(denied, denied, denied, denied, denied, denied, denied), 1 - 1./32, 7},
		{"the top may be fewer", with(func(c *config) { c.top = 1 }), texts(denied, refuted), 1, 2},
		{"a passage without relevance is a hit without weight", defaults, relevant(0, texts(refuted)), 0, 1},
		{"strengths are settings", with(func(c *config) { c.negationStrength = .2 }), texts(denied), .2, 1},
		{"a strength of zero means none", with(func(c *config) { c.negationStrength = 0 }), texts(denied), 0, 0},
		{"U34: the window is a setting", with(func(c *config) { c.window = 3 }), texts("rapamycin acts not"), 0, 0},
		{"words are settings", with(func(c *config) { c.refutations = []string{"bogus"} }), texts("rapamycin is bogus"), 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newReader(tt.c).draft(draft{text: "Rapamycin acts.", key: "rapamycin", side: 1, verdict: false}, tt.passages)
			assert.InDelta(t, tt.score, got.score, 1e-12)
			assert.Equal(t, tt.hits, got.hits)
			assert.False(t, got.negated)
		})
	}
}

func TestFindingsOfADraftComeStrongestFirst(t *testing.T) {
	p := texts(denied, plain, "no evidence for rapamycin")
	got := newReader(defaults).draft(draft{text: "", key: "rapamycin", side: 1, verdict: false}, p)
	assert.Equal(t, []finding{{2, 1, "no evidence for rapamycin"}, {0, .5, "rapamycin does not"}}, got.findings)
}

func TestDenialsAgreeWithADraftThatDenies(t *testing.T) {
	p := texts(denied)
	got := newReader(defaults).draft(draft{text: "Rapamycin does not act.", key: "rapamycin", side: 1, verdict: false}, p)
	assert.Equal(t, judgement{negated: true}, got)
	counted := newReader(with(func(c *config) { c.skipNegated = false })).draft(draft{text: "Rapamycin does not act.", key: "rapamycin", side: 1, verdict: false}, p)
	assert.Equal(t, .5, counted.score)
	elsewhere := newReader(defaults).draft(draft{text: "Rapamycin acts. Torin does not.", key: "rapamycin", side: 1, verdict: false}, p)
	assert.False(t, elsewhere.negated, "a denial in another sentence is about something else")
}

func TestTheVerifierCountsRefutationsNearTerms(t *testing.T) {
	terms := []string{"rapamycin", "lifespan*", "mice"}
	other := texts("rapamycin did not extend lifespan")
	other[0].against = false
	tests := []struct {
		name     string
		c        config
		terms    []string
		passages []passage
		want     []int // contradictions, flags
	}{
		{"B-15: one passage, one marker", defaults, terms, texts("In mice rapamycin failed to extend lifespans."), []int{1, 1}},
		{"each marker is a flag", defaults, terms, texts("Contrary to claims on rapamycin, mice saw no effect on lifespan."), []int{1, 2}},
		{"markers that overlap are one", defaults, terms, texts("Lack of evidence that contradicts: rapamycin, mice."), []int{1, 2}},
		{"a mere negation is no contradiction", defaults, terms, texts("Rapamycin and not torin, mice."), []int{0, 0}},
		{"one term is too few", defaults, terms, texts("Rapamycin did not dissolve."), []int{0, 0}},
		{"but enough if it may be", with(func(c *config) { c.minTerms = 1 }), terms, texts("Rapamycin did not dissolve."), []int{1, 1}},
		{"or if there is only one", defaults, terms[:1], texts("Rapamycin did not dissolve."), []int{1, 1}},
		{"a term given twice is one term", defaults, []string{"rapamycin", "rapamycin", "mice"}, texts("Rapamycin did not dissolve."), []int{0, 0}},
		{"without terms nothing is contradicted", defaults, nil, texts("Rapamycin did not dissolve."), []int{0, 0}},
		{"terms beyond the window are elsewhere", defaults, terms, texts("It did not. " + strings.Repeat("x", 100) + " rapamycin in mice"), []int{0, 0}},
		{"passages of other searches do not contradict", defaults, terms, other, []int{0, 0}},
		{"unless they may", with(func(c *config) { c.adversarial = false }), terms, other, []int{1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := newReader(tt.c).verify(tt.terms, tt.passages)
			assert.Equal(t, tt.want, []int{got.contradictions, got.flags})
		})
	}
}

func TestTheVerifierQuotesMarkerAndTerms(t *testing.T) {
	got := newReader(defaults).verify([]string{"rapamycin", "mice", "rats", "yeast"}, texts("x", "So in mice rapamycin failed to work."))
	assert.Equal(t, []int{0, 1}, got.hits)
	require.Len(t, got.findings, 1)
	assert.Equal(t, finding{1, .5, "mice rapamycin failed to"}, got.findings[0])
}

func TestStemsMatchOtherFormsOfAWord(t *testing.T) {
	for word, want := range map[string]string{
		"inhibits": "inhibit*", "inhibited": "inhibit*", "inhibiting": "inhibit*", "kinase": "kinas*",
		"protein": "protein*", "mice": "mice", "IL6": "IL6", "β-catenin": "β-catenin", "diseases": "diseas*", "gas": "gas",
	} {
		assert.Equal(t, want, stem(word), word)
	}
}

// pieces are put together to passages at random.
var pieces = []string{
	"rapamycin", "torin", "does not", "no evidence for", "never", "not only", "mice", "lifespan", ".", "failed to", "contrary to",
	strings.Repeat("z", 40), "COX-2", "µM", "isn't",
}

func drawPassage(t *rapid.T) passage {
	return passage{
		text:      strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 10).Draw(t, "pieces"), " "),
		section:   rapid.SampledFrom([]string{"", "results", "methods", "abstract"}).Draw(t, "section"),
		relevance: rapid.SampledFrom([]float64{0, .3, .3, .9, 1}).Draw(t, "relevance"),
		against:   rapid.Bool().Draw(t, "against"),
	}
}

func TestTheOrderOfPassagesDoesNotChangeTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		passages := rapid.SliceOfN(rapid.Custom(drawPassage), 0, 12).Draw(t, "passages")
		rows := make([]int, len(passages))
		for i := range rows {
			rows[i] = i
		}
		order := rapid.Permutation(rows).Draw(t, "order")
		shuffled := make([]passage, len(passages))
		for to, from := range order {
			shuffled[to] = passages[from]
		}
		c := with(func(c *config) {
			c.rate, c.k = rapid.SampledFrom([]string{rateNone, ratePerPassage, rateFixedK}).Draw(t, "rate"), 3
		})
		c.match = rapid.SampledFrom([]string{matchPhrase, matchTerms}).Draw(t, "match")
		a, b := newReader(c), newReader(c)

		d := draft{key: rapid.SampledFrom([]string{"rapamycin", "rapamycin mice lifespan"}).Draw(t, "key"), side: 1}
		before, after := a.draft(d, passages), b.draft(d, shuffled)
		assert.Equal(t, before.score, after.score)
		assert.Equal(t, before.hits, after.hits)
		assert.GreaterOrEqual(t, before.score, 0.)
		assert.LessOrEqual(t, before.score, 1.)

		phrases := []string{"rapamycin", "torin"}
		was, is := a.options(phrases, passages), b.options(phrases, shuffled)
		for i := range was {
			assert.Equal(t, []any{was[i].hits, was[i].passages, was[i].rate, was[i].falsified}, []any{is[i].hits, is[i].passages, is[i].rate, is[i].falsified})
		}

		terms := []string{"rapamycin", "mice", "lifespan"}
		one, other := a.verify(terms, passages), b.verify(terms, shuffled)
		assert.Equal(t, []int{one.contradictions, one.flags}, []int{other.contradictions, other.flags})
		for to, from := range order {
			assert.Equal(t, one.hits[from], other.hits[to])
		}
	})
}
