package main

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// defaults are the shipped settings.
var defaults = config{
	agree: 3, minCluster: 3, tolerance: .05, conflict: 2, onBoth: kindDisputed,
	guardConfidence: .78, minTypes: 2, penalty: .08,
}

func is(v float64) number { return number{v, true} }

// reports makes one cluster of claims, one document for each value; NaN stands
// for a value that did not parse.
func reports(unit string, values ...float64) []claim {
	claims := make([]claim, len(values))
	for i, v := range values {
		claims[i] = claim{cluster: is(1), document: is(float64(i)), unit: unit, source: "arxiv"}
		if !math.IsNaN(v) {
			claims[i].value = is(v)
		}
	}
	return claims
}

var unparsed = math.NaN()

func TestNumbersInAClusterAreTriangulatedDisputedOrNeither(t *testing.T) {
	fromOneDocument := reports("nm", 10, 10, 10)
	for i := range fromOneDocument {
		fromOneDocument[i].document = is(0)
	}
	twoUnits := append(reports("nm", 10, 10.2, 10.4), reports("K", 300)...)
	twoUnits[3].document = is(3)
	otherUnits := reports("nm", 10, 20, 30)
	otherUnits[1].unit, otherUnits[2].unit = "µm", "K"
	oneSaysTwo := append(reports("nm", 10, 10, 10), claim{cluster: is(1), document: is(0), value: is(20), unit: "nm"})
	allSayTwo := append(reports("nm", 10, 10, 10), reports("nm", 20, 20, 20)...)
	camps := reports("nm", 10, 10, 10, 20, 20, 20)
	anonymous := reports("nm", 10, 10, 10)
	anonymous[2].document = number{}

	type counts struct{ triangulated, disputed, inconclusive int }
	tests := []struct {
		name   string
		onBoth string
		claims []claim
		want   counts
		text   string // of the first finding
	}{
		{"S0-14: three within 4 % agree", kindDisputed, reports("nm", 10, 10.2, 10.4), counts{1, 0, 0}, "10.0, 10.2, 10.4 nm in 3 documents"},
		{"S0-14: an outlier makes a dispute of it", kindDisputed, reports("nm", 10, 10.2, 10.4, 13), counts{0, 1, 0}, "10.0, 10.2, 10.4 against 13 nm in 4 documents"},
		{"C9: or leaves it triangulated", kindTriangulated, reports("nm", 10, 10.2, 10.4, 13), counts{1, 0, 0}, "10.0, 10.2, 10.4 nm in 3 documents"},
		{"C9: or both", both, reports("nm", 10, 10.2, 10.4, 13), counts{1, 1, 0}, "10.0, 10.2, 10.4 nm in 3 documents"},
		{"S0-15: two values of three parse and conflict", kindDisputed, reports("", 10, 12, unparsed), counts{0, 1, 0}, "10 against 12 in 2 documents"},
		{"S0-15: one value alone is inconclusive", kindDisputed, reports("", 10, unparsed, unparsed), counts{0, 0, 1}, "10 from 1 of 3 documents, too few to tell"},
		{"S0-15: no value at all is inconclusive", kindDisputed, reports("", unparsed, unparsed, unparsed), counts{0, 0, 1}, "no number to compare in 3 documents"},
		{"two that agree among three are too few", kindDisputed, reports("nm", 10, 10.1, unparsed), counts{0, 0, 1}, "10.0, 10.1 nm from 2 of 3 documents, too few to tell"},
		{"two documents are no cluster", kindDisputed, reports("nm", 10, 20), counts{}, ""},
		{"documents are counted, not claims", kindDisputed, fromOneDocument, counts{}, ""},
		{"a claim of an unknown document makes no third one", kindDisputed, anonymous, counts{}, ""},
		{"U23: another unit is not compared", kindDisputed, twoUnits, counts{1, 0, 0}, "10.0, 10.2, 10.4 nm in 3 documents"},
		{"U23: nothing but different units is inconclusive", kindDisputed, otherUnits, counts{0, 0, 1}, "units differ: 30 K; 10 nm; 20 µm in 3 documents"},
		{"U24: the tolerance includes its border", kindDisputed, reports("", .95, 1, 1), counts{1, 0, 0}, "0.95, 1.00 in 3 documents"},
		{"U24: beyond the border is another value", kindDisputed, reports("", .949, 1, 1), counts{0, 1, 0}, "0.949 against 1 in 3 documents"},
		{"U24: a chain of near values is not one value", kindDisputed, reports("", 100, 104, 108), counts{0, 1, 0}, "100 against 104, 108 in 3 documents"},
		{"U26: zeros are equal", kindDisputed, reports("", math.Copysign(0, -1), 0, 0), counts{1, 0, 0}, "0 in 3 documents"},
		{"U26: zero and almost zero are not", kindDisputed, reports("", 0, 0, 1e-9), counts{0, 1, 0}, "0 against 1e-09 in 3 documents"},
		{"negative values agree like positive ones", kindDisputed, reports("V", -1.00, -1.02, -1.04), counts{1, 0, 0}, "-1.04, -1.02, -1.00 V in 3 documents"},
		{"opposite signs conflict", kindDisputed, reports("V", -1, 1, 1), counts{0, 1, 0}, "-1 against 1 V in 3 documents"},
		{"a percent sign stands at its number", kindDisputed, reports("%", 42, 42, 42), counts{1, 0, 0}, "42% in 3 documents"},
		{"a document that says two things does not dispute itself", kindDisputed, oneSaysTwo, counts{1, 0, 0}, "10 nm in 3 documents"},
		{"documents that all say the same two things agree on both", kindDisputed, allSayTwo, counts{1, 0, 0}, "10 nm in 3 documents"},
		{"two camps dispute", kindDisputed, camps, counts{0, 1, 0}, "10 against 20 nm in 6 documents"},
		{"infinities are no values", kindDisputed, reports("", math.Inf(1), 10, 10), counts{0, 0, 1}, "10 from 2 of 3 documents, too few to tell"},
		{"no claims, no clusters", kindDisputed, nil, counts{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := defaults
			c.onBoth = tt.onBoth
			got := triangulate(c, tt.claims, 2)
			assert.Equal(t, tt.want, counts{got.triangulated, got.disputed, got.inconclusive})
			if tt.text == "" {
				assert.Empty(t, got.findings)
				return
			}
			require.NotEmpty(t, got.findings)
			assert.Equal(t, tt.text, got.findings[0].text)
		})
	}
}

func TestSettingsOfTheNumbersAreObeyed(t *testing.T) {
	tests := []struct {
		name string
		set  func(*config)
		want [3]int
	}{
		{"two may be enough to agree", func(c *config) { c.agree = 2 }, [3]int{0, 1, 0}},
		{"a larger tolerance joins all", func(c *config) { c.tolerance = .5 }, [3]int{1, 0, 0}},
		{"three groups asked for a conflict", func(c *config) { c.conflict = 3 }, [3]int{0, 0, 1}},
		{"a larger cluster asked", func(c *config) { c.minCluster = 4 }, [3]int{0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := defaults
			tt.set(&c)
			got := triangulate(c, reports("nm", 10, 10, 12), 2)
			assert.Equal(t, tt.want, [3]int{got.triangulated, got.disputed, got.inconclusive})
		})
	}
}

func TestFindingsPointAtTheClaimsTheySpeakOf(t *testing.T) {
	c := defaults
	c.onBoth = both
	got := triangulate(c, reports("nm", 13, 10.4, 10, 10.2), 2).findings
	require.Len(t, got, 2)
	assert.Equal(t, finding{kindTriangulated, []int{1, 2, 3}, .75, "10.0, 10.2, 10.4 nm in 3 documents"}, got[0])
	assert.Equal(t, finding{kindDisputed, []int{0, 1, 2, 3}, .25, "10.0, 10.2, 10.4 against 13 nm in 4 documents"}, got[1])
}

func TestALongListOfValuesIsCutShort(t *testing.T) {
	got := triangulate(defaults, reports("", 100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7, 100.8), 2)
	assert.Equal(t, "100.0, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7 and 1 more in 9 documents", got.findings[0].text)
}

// confident makes one cluster of claims for option 0, one for each source type.
func confident(confidence float64, sources ...string) []claim {
	claims := make([]claim, len(sources))
	for i, s := range sources {
		claims[i] = claim{cluster: is(1), document: is(float64(i)), confidence: is(confidence), option: is(0), source: s}
	}
	return claims
}

func TestConfidentClaimsNeedSeveralTypesOfSources(t *testing.T) {
	arxiv := []string{"arxiv", "arxiv", "arxiv"}
	forAnother := confident(.9, "arxiv", "crossref")
	forAnother[1].option = is(1)
	forNone := confident(.9, "arxiv", "crossref")
	forNone[1].option = number{}
	alone := confident(.9, "arxiv")
	alone[0].cluster = number{}
	strays := confident(.9, "arxiv", "crossref")
	strays[0].cluster, strays[1].cluster = is(-1), is(-1)
	tests := []struct {
		name    string
		claims  []claim
		pool    int
		want    []float64
		flagged []bool
		waived  bool
	}{
		{"S1-15: three papers of one type", confident(.78, arxiv...), 2, []float64{-.08, -.08, -.08}, []bool{true, true, true}, false},
		{"S1-16: waived where there is but one type to be had", confident(.78, arxiv...), 1, []float64{0, 0, 0}, []bool{false, false, false}, true},
		{"a claim just below the border is left alone", confident(.7799, arxiv...), 2, []float64{0, 0, 0}, []bool{false, false, false}, false},
		{"two types are enough", confident(.9, "arxiv", "crossref"), 2, []float64{0, 0}, []bool{false, false}, false},
		{"a claim for another option is no second source", forAnother, 2, []float64{-.08, -.08}, []bool{true, true}, false},
		{"a claim for no option in particular is one", forNone, 2, []float64{0, 0}, []bool{false, false}, false},
		{"an unknown type is no type", confident(.9, "arxiv", ""), 2, []float64{-.08, -.08}, []bool{true, true}, false},
		{"a claim in no cluster stands alone", alone, 2, []float64{-.08}, []bool{true}, false},
		{"a negative number is no cluster", strays, 2, []float64{-.08, -.08}, []bool{true, true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := triangulate(defaults, tt.claims, tt.pool)
			assert.Equal(t, tt.want, got.adjustment)
			assert.Equal(t, tt.flagged, got.flagged)
			assert.Equal(t, tt.waived, got.waived)
		})
	}
}

func TestTheGuardSaysWhatAClaimRestsOn(t *testing.T) {
	got := triangulate(defaults, confident(.78, "arxiv"), 2)
	require.Len(t, got.findings, 1)
	assert.Equal(t, finding{kindSingleSource, []int{0}, .08, "confidence 0.78 rests on 1 source type (arxiv); 2 are asked"}, got.findings[0])
	c := defaults
	c.penalty = 0
	assert.Equal(t, []float64{0}, triangulate(c, confident(.78, "arxiv"), 2).adjustment)
}

func TestSourceTypesOfAllClaimsStandInForAMissingPool(t *testing.T) {
	assert.Equal(t, 2, typesInAll(confident(1, "arxiv", "", "local", "arxiv")))
}

func drawClaim(t *rapid.T) claim {
	maybe := func(name string, g *rapid.Generator[float64]) number {
		if !rapid.Bool().Draw(t, name+" known") {
			return number{}
		}
		return is(g.Draw(t, name))
	}
	return claim{
		cluster:    maybe("cluster", rapid.SampledFrom([]float64{1, 2, 3})),
		document:   maybe("document", rapid.SampledFrom([]float64{1, 2, 3, 4, 5})),
		value:      maybe("value", rapid.SampledFrom([]float64{-1, 0, 9.5, 10, 10.2, 10.4, 10.8, 11, 13})),
		confidence: maybe("confidence", rapid.SampledFrom([]float64{.5, .78, .9})),
		option:     maybe("option", rapid.SampledFrom([]float64{0, 1})),
		source:     rapid.SampledFrom([]string{"", "arxiv", "local", "crossref"}).Draw(t, "source"),
		unit:       rapid.SampledFrom([]string{"nm", "nm", "K"}).Draw(t, "unit"),
	}
}

// named rewrites the rows of findings as rows of the unshuffled table and sorts
// those that differ only by row.
func named(found []finding, original []int) []finding {
	out := slices.Clone(found)
	for i := range out {
		rows := make([]int, len(out[i].rows))
		for j, r := range out[i].rows {
			rows[j] = original[r]
		}
		out[i].rows = ascending(rows)
	}
	return out
}

func TestTheOrderOfRowsDoesNotChangeTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOfN(rapid.Custom(drawClaim), 0, 14).Draw(t, "claims")
		rows := make([]int, len(claims))
		for i := range rows {
			rows[i] = i
		}
		order := rapid.Permutation(rows).Draw(t, "order")
		shuffled := make([]claim, len(claims))
		for to, from := range order {
			shuffled[to] = claims[from]
		}
		c := defaults
		c.onBoth = rapid.SampledFrom([]string{kindDisputed, kindTriangulated, both}).Draw(t, "on both")
		before, after := triangulate(c, claims, 2), triangulate(c, shuffled, 2)
		assert.Equal(t, before.triangulated, after.triangulated)
		assert.Equal(t, before.disputed, after.disputed)
		assert.Equal(t, before.inconclusive, after.inconclusive)
		for to, from := range order {
			assert.Equal(t, before.adjustment[from], after.adjustment[to])
			assert.Equal(t, before.flagged[from], after.flagged[to])
		}
		assert.ElementsMatch(t, before.findings, named(after.findings, order))
	})
}

func TestEveryTwoValuesOfAGroupAreWithinTheTolerance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-20, 20), 1, 20).Draw(t, "values")
		claims, total := reports("", values...), 0
		rows := make([]int, len(values))
		for i := range rows {
			rows[i] = i
		}
		for _, g := range linkage(claims, rows, .05) {
			total += len(g)
			for _, a := range g {
				for _, b := range g {
					assert.LessOrEqual(t, apart(values[a], values[b]), .05*slack+1e-12)
				}
			}
		}
		assert.Equal(t, len(values), total, "each value is in exactly one group")
	})
}
