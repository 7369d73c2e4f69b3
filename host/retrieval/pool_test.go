package retrieval

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func hits(docs ...evidence.Document) []Hit {
	var hs []Hit
	for i, d := range docs {
		hs = append(hs, Hit{Document: d, Rank: i + 1})
	}
	return hs
}

func TestTwoDocumentsAreOneWork(t *testing.T) {
	const long = "Thermal conductivity of layered salts at low temperature"
	tests := []struct {
		name string
		a, b evidence.Document
		same bool
	}{
		{"when their DOIs differ in case and prefix only", evidence.Document{DOI: "10.1000/ABC"}, evidence.Document{DOI: "https://doi.org/10.1000/abc"}, true},
		{"when their arXiv ids differ in version and prefix only", evidence.Document{ArXiv: "arXiv:2101.00001v2"}, evidence.Document{ArXiv: "http://arxiv.org/abs/2101.00001v1"}, true},
		{"when an old-style arXiv id carries a version", evidence.Document{ArXiv: "hep-th/9901001v3"}, evidence.Document{ArXiv: "hep-th/9901001"}, true},
		{"when their PMIDs differ in leading zeros only", evidence.Document{PMID: "PMID: 0123"}, evidence.Document{PMID: "123"}, true},
		{"when title and year agree up to case, accents and punctuation", evidence.Document{Title: "Thermal Conductivity of layered Sàlts, at low-temperature.", Year: 2001}, evidence.Document{Title: "thermal conductivity of layered salts at low temperature", Year: 2001}, true},
		{"when a preprint and its journal version share title and year", evidence.Document{Title: long, Year: 2001, DOI: "10.1101/1", Status: "preprint"}, evidence.Document{Title: long, Year: 2002, DOI: "10.1000/2"}, true},
		{"but not when both are articles with DOIs of their own", evidence.Document{Title: long, Year: 2001, DOI: "10.1/1"}, evidence.Document{Title: long, Year: 2001, DOI: "10.1/2"}, false},
		{"but not when both are preprints of arXiv", evidence.Document{Title: long, Year: 2001, ArXiv: "2101.00001"}, evidence.Document{Title: long, Year: 2001, ArXiv: "2101.00002"}, false},
		{"when an article that was found by its title has another name only", evidence.Document{Title: long, Year: 2001, PMID: "1"}, evidence.Document{Title: long, Year: 2001, DOI: "10.1/2"}, true},
		{"when a DOI is that of the other's arXiv id", evidence.Document{DOI: "10.48550/arXiv.2101.00001"}, evidence.Document{ArXiv: "2101.00001v2"}, true},
		{"when their DOIs are those of two versions of one preprint", evidence.Document{DOI: "10.21203/rs.3.rs-1/v1"}, evidence.Document{DOI: "10.21203/rs.3.rs-1/v2"}, true},
		{"but not when the end of a DOI of others looks like a version", evidence.Document{DOI: "10.1000/a/v1"}, evidence.Document{DOI: "10.1000/a/v2"}, false},
		{"when a DOI was percent-encoded", evidence.Document{DOI: "10.1000%2Fabc"}, evidence.Document{DOI: "10.1000/abc"}, true},
		{"when the title agrees and the years are neighbours", evidence.Document{Title: long, Year: 2001}, evidence.Document{Title: long, Year: 2002}, true},
		{"but not when a short title is all they share and the years are neighbours", evidence.Document{Title: "Sodium clouds", Year: 2001}, evidence.Document{Title: "Sodium clouds", Year: 2002}, false},
		{"but not when only the title agrees", evidence.Document{Title: long, Year: 2001}, evidence.Document{Title: long, Year: 2003}, false},
		{"but not when the year is unknown", evidence.Document{Title: long}, evidence.Document{Title: long}, false},
		{"but not when a short title is all they share and their DOIs differ", evidence.Document{Title: "Editorial", Year: 2001, DOI: "10.1/1"}, evidence.Document{Title: "Editorial", Year: 2001, DOI: "10.1/2"}, false},
		{"when a short title and year agree and nothing speaks against it", evidence.Document{Title: "Sodium clouds", Year: 2001, DOI: "10.1/1"}, evidence.Document{Title: "Sodium clouds", Year: 2001}, true},
		{"but not when their DOIs are no DOIs", evidence.Document{DOI: "unknown"}, evidence.Document{DOI: "unknown"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.a.ID, tt.b.ID = "a", "b"
			p := NewPool()
			p.Add(Query{Text: "q"}, "s", hits(tt.a, tt.b))
			want := 2
			if tt.same {
				want = 1
			}
			assert.Equal(t, want, p.Len())
		})
	}
}

func TestOneIdentifierInTwoSourcesIsTwoWorks(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(evidence.Document{ID: "1", Title: "A"}))
	p.Add(Query{Text: "q"}, "y", hits(evidence.Document{ID: "1", Title: "B"}))
	p.Add(Query{Text: "r"}, "y", hits(evidence.Document{ID: "1", Title: "B"}))
	assert.Equal(t, 2, p.Len())
}

func TestMergingFillsWhatIsMissingAndForgetsNoRetraction(t *testing.T) {
	n, m := int64(0), int64(7)
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(evidence.Document{ID: "1", DOI: "10.1/1", Title: "First", CitationCount: &n}))
	p.Add(Query{Text: "q"}, "y", hits(evidence.Document{
		ID: "2", DOI: "10.1/1", Title: "Second", Year: 1999, Abstract: "Text.", Sections: []evidence.Section{{Label: "RESULTS", Text: "Text."}},
		Text: "Full.", Venue: "V", ArXiv: "1", PMID: "3", PMCID: "PMC4", URL: "u", OpenURL: "o", Type: "review", Source: "y", Authors: []string{"N. N."},
		CitationCount: &m, Retracted: true, Status: "retracted",
	}))
	docs := p.Documents()
	require.Len(t, docs, 1)
	assert.Equal(t, evidence.Document{
		ID: "1", DOI: "10.1/1", Title: "First", Year: 1999, Abstract: "Text.", AbstractBy: "y", Sections: []evidence.Section{{Label: "RESULTS", Text: "Text."}},
		Text: "Full.", Venue: "V", ArXiv: "1", PMID: "3", PMCID: "PMC4", URL: "u", OpenURL: "o", Type: "review", Source: "x", Authors: []string{"N. N."},
		CitationCount: &m, CitedBy: "y", Retracted: true, Status: "retracted",
	}, docs[0].Document)

	p.Add(Query{Text: "r"}, "z", hits(evidence.Document{ID: "9", DOI: "10.1/1"}))
	assert.True(t, p.Documents()[0].Document.Retracted, "a copy that does not know of the retraction changes nothing")
}

func TestSectionsAreNotMixedWithAnotherCopysAbstract(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(
		evidence.Document{ID: "1", DOI: "10.1/1", Abstract: "One."},
		evidence.Document{ID: "2", DOI: "10.1/1", Abstract: "Two.", Sections: []evidence.Section{{Text: "Two."}}}))
	assert.Empty(t, p.Documents()[0].Document.Sections)
}

func TestFusionCountsTheBestRankOfEachQueryOnce(t *testing.T) {
	a, b := evidence.Document{ID: "a"}, evidence.Document{ID: "b"}
	p := NewPool()
	p.StartRound("primary")
	p.Add(Query{Text: "q1", Intent: "primary"}, "s", hits(a, b))
	p.StartRound("methods")
	p.Add(Query{Text: "q1", Intent: "methods"}, "s", hits(b, a))
	p.Add(Query{Text: "q2", Intent: "methods"}, "s", []Hit{{Document: b, Rank: 5}})
	docs := p.Documents()
	require.Len(t, docs, 2)
	assert.Equal(t, "b", docs[0].Document.ID)
	assert.InDelta(t, 1.0/61+1.0/65, docs[0].Fusion, 1e-15)
	assert.InDelta(t, 1.0/61, docs[1].Fusion, 1e-15)
	assert.Equal(t, "primary", docs[0].Round)
	assert.Equal(t, []Found{
		{Query: 0, Intent: "primary", Source: "s", ID: "b", Rank: 2},
		{Query: 0, Intent: "methods", Source: "s", ID: "b", Rank: 1},
		{Query: 1, Intent: "methods", Source: "s", ID: "b", Rank: 5},
	}, docs[0].Found)
	assert.Len(t, p.query, 2)
}

func TestDocumentsOfEqualWeightAreOrderedByIdentifier(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q1"}, "s", hits(evidence.Document{ID: "b"}))
	p.Add(Query{Text: "q2"}, "s", hits(evidence.Document{ID: "a"}))
	docs := p.Documents()
	assert.Equal(t, []string{"a", "b"}, []string{docs[0].Document.ID, docs[1].Document.ID})
}

func TestADocumentThatLinksTwoWorksMakesThemOne(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(
		evidence.Document{ID: "1", DOI: "10.1/1"}, evidence.Document{ID: "2", ArXiv: "2101.00001", Abstract: "From two."}))
	require.Equal(t, 2, p.Len())
	p.Add(Query{Text: "r"}, "y", hits(evidence.Document{ID: "3", ArXiv: "2101.00001", DOI: "10.1/1"}))
	require.Equal(t, 1, p.Len())
	e, ok := p.entryOf(1)
	require.True(t, ok)
	assert.Equal(t, 0, e.Index)
	assert.Equal(t, "From two.", e.Document.Abstract)
	assert.Len(t, e.Found, 3)
}

func TestAMergeThatCompletesTitleAndYearFindsFurtherCopies(t *testing.T) {
	const title = "Slow sand filters remove cysts"
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(
		evidence.Document{ID: "1", Title: title, Year: 1990},
		evidence.Document{ID: "2", Title: title, DOI: "10.1/1"},
		evidence.Document{ID: "3", Year: 1990, DOI: "10.1/1"}))
	assert.Equal(t, 1, p.Len())
}

func TestEntryOfAnUnknownIndexIsNotFound(t *testing.T) {
	_, ok := NewPool().entryOf(0)
	assert.False(t, ok)
}

// Whatever is added in whatever order, no two works of a pool share an identifier,
// every hit is kept, and the weights add up over the works that were found.
func TestPoolInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		pick := func(vs ...string) string { return vs[r.IntN(len(vs))] }
		p := NewPool()
		n := 0
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			var docs []evidence.Document
			for range r.IntN(5) {
				docs = append(docs, evidence.Document{
					ID: pick("1", "2", "3", "4", "5"), DOI: pick("", "", "10.1/1", "10.1/2"), ArXiv: pick("", "", "2101.1", "2101.2"),
					PMID: pick("", "", "1", "2"), Title: pick("", "a long enough title here", "short"), Year: r.IntN(2) * 2000,
				})
			}
			n += len(docs)
			p.Add(Query{Text: pick("q1", "q2", "q3")}, pick("x", "y"), hits(docs...))
		}
		owner, found := map[string]int{}, 0
		for _, e := range p.Documents() {
			found += len(e.Found)
			for _, k := range identities("", &e.Document) {
				if k[:2] == "id" {
					continue
				}
				other, taken := owner[k]
				assert.False(t, taken, "%s belongs to %d and %d", k, other, e.Index)
				owner[k] = e.Index
			}
		}
		assert.Equal(t, n, found)
	})
}

func TestTheVersionOfRecordSpeaksBeforeThePreprintWhicheverIsFoundFirst(t *testing.T) {
	preprint := evidence.Document{ID: "p", Title: "A title of five words", Abstract: "early", Year: 2020, Venue: "arXiv", ArXiv: "2001.00001"}
	journal := evidence.Document{ID: "j", Title: "A title of five words", Abstract: "final", Year: 2020, Venue: "Nature", DOI: "10.1/x"}
	for _, order := range [][]evidence.Document{{preprint, journal}, {journal, preprint}} {
		pool := NewPool()
		pool.Add(Query{Text: "q"}, "local", []Hit{{Document: order[0]}, {Document: order[1]}})
		pool.Add(Query{Text: "again"}, "local", []Hit{{Document: order[0]}, {Document: order[1]}})
		require.Equal(t, 1, pool.Len())
		got := pool.Documents()[0].Document
		assert.Equal(t, "final", got.Abstract)
		assert.Equal(t, "j", got.ID)
		assert.Equal(t, "2001.00001", got.ArXiv, "the preprint's number is not lost")
	}
}

func TestACitationCountThatAnotherCopyKnewSaysWhose(t *testing.T) {
	n := int64(7)
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(evidence.Document{ID: "1", PMCID: "PMC0123.1", Source: "x"}))
	p.Add(Query{Text: "q"}, "y", hits(evidence.Document{ID: "2", PMCID: "pmc123", Source: "y", CitationCount: &n, OpenURL: "u", Type: "review"}))
	docs := p.Documents()
	require.Len(t, docs, 1, "one PMCID is one work")
	d := docs[0].Document
	assert.Equal(t, []any{&n, "y", "u", "review", "x"}, []any{d.CitationCount, d.CitedBy, d.OpenURL, d.Type, d.Source})
}

// entryOf is the work that the copy with that number belongs to.
func (p *Pool) entryOf(index int) (Entry, bool) {
	if index < 0 || index >= len(p.sightings) {
		return Entry{}, false
	}
	p.settle()
	return p.works[p.workOf[index]].entry, true
}
