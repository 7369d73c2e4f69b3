package retrieval

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A copyOf is a document as a source returned it.
type copyOf struct {
	source string
	d      evidence.Document
}

// anyCopies draws copies that share identifiers, titles and years often enough to meet in every way.
func anyCopies(t *rapid.T, most int) []copyOf {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	pick := func(vs ...string) string { return vs[r.IntN(len(vs))] }
	out := make([]copyOf, rapid.IntRange(0, most).Draw(t, "copies"))
	for i := range out {
		d := evidence.Document{
			ID: pick("", "1", "2", "3", "4", "5", "6", "7", "8"), DOI: pick("", "", "", "10.1/1", "10.1/2", "10.1/3"),
			ArXiv: pick("", "", "", "2101.1", "2101.2"), PMID: pick("", "", "", "1", "2"), PMCID: pick("", "", "", "", "PMC1"),
			Title: pick("", "A long enough title here", "Another title that is long", "Short"), Year: pick3(r, 0, 2000, 2001, 2002, 2003),
			Abstract: pick("", "One.", "Two.", "Longer than others."), Venue: pick("", "", "arXiv", "J"), Status: pick("", "", "preprint"),
			Type: pick("", "", "web", "review"), Text: pick("", "", "Full."), Retracted: r.IntN(8) == 0,
		}
		if r.IntN(2) == 0 {
			n := int64(r.IntN(3))
			d.CitationCount = &n
		}
		out[i] = copyOf{pick("x", "y", "z"), d}
	}
	return out
}

func pick3(r *rand.Rand, vs ...int) int { return vs[r.IntN(len(vs))] }

func pooled(copies []copyOf) *Pool {
	p := NewPool()
	for i, c := range copies {
		p.Add(Query{Text: "q"}, c.source, []Hit{{Document: c.d, Rank: i + 1}})
	}
	return p
}

// A merged holds what does not depend on how a pool came to be.
type merged struct {
	Document  evidence.Document
	Versions  []evidence.Version
	Conflicts []evidence.Conflict
	Copies    []evidence.Document
}

func works(p *Pool) []merged {
	var out []merged
	var keys []string
	for _, e := range p.Documents() {
		m := merged{e.Document, e.Versions, e.Conflicts, e.Copies}
		key := ""
		for _, v := range e.Versions {
			for _, c := range v.Copies {
				key += c.Source + c.ID + " "
			}
		}
		key += e.Found[0].Source + e.Document.ID + e.Document.DOI + e.Document.ArXiv + e.Document.PMID + e.Document.Title + strconv.Itoa(e.Document.Year) + e.Document.Abstract
		at, _ := slices.BinarySearch(keys, key)
		keys, out = slices.Insert(keys, at, key), slices.Insert(out, at, m)
	}
	return out
}

func TestTheOrderOfArrivalChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		copies := anyCopies(t, 14)
		want := works(pooled(copies))
		require.ElementsMatch(t, want, works(pooled(rapid.Permutation(copies).Draw(t, "order"))))
	})
}

func TestMergingAgainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		copies := anyCopies(t, 10)
		p := pooled(copies)
		want := works(p)
		for _, c := range copies {
			p.Add(Query{Text: "again"}, c.source, []Hit{{Document: c.d}})
		}
		require.ElementsMatch(t, want, works(p))
	})
}

// A pool that is looked at between two answers, which makes it merge what it has, ends as one that is not.
func TestMergingInPartsIsMergingAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		copies := anyCopies(t, 14)
		p := NewPool()
		for i, c := range copies {
			p.Add(Query{Text: "q"}, c.source, []Hit{{Document: c.d, Rank: i + 1}})
			p.Len()
		}
		require.Equal(t, works(pooled(copies)), works(p))
	})
}

func TestACopyBetweenTwoArticlesDoesNotMakeThemOne(t *testing.T) {
	const title = "Slow sand filters remove cysts"
	one := evidence.Document{ID: "1", Title: title, Year: 1990, DOI: "10.1/1"}
	two := evidence.Document{ID: "2", Title: title, Year: 1991, DOI: "10.1/2"}
	bare := evidence.Document{ID: "3", Title: title, Year: 1991}
	for _, order := range [][]evidence.Document{{one, two, bare}, {bare, one, two}, {one, bare, two}, {two, bare, one}} {
		p := NewPool()
		p.Add(Query{Text: "q"}, "x", hits(order...))
		require.Equal(t, 2, p.Len())
		for _, e := range p.Documents() {
			if e.Document.DOI == "10.1/2" {
				assert.Len(t, e.Copies, 2, "the copy without identifiers goes with the article of its own year")
			}
		}
	}
}

func TestAnEntryIsFoundByTheNumberOfEachOfItsCopiesEvenWhenTheWorkIsTakenApartAgain(t *testing.T) {
	const title = "Slow sand filters remove cysts"
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(
		evidence.Document{ID: "1", Title: title, Year: 1990, DOI: "10.1/1"}, evidence.Document{ID: "3", Title: title, Year: 1991}))
	require.Equal(t, 1, p.Len())
	before, _ := p.entryOf(1)
	p.Add(Query{Text: "q"}, "y", hits(evidence.Document{ID: "2", Title: title, Year: 1991, DOI: "10.1/2"}))
	after, _ := p.entryOf(1)
	assert.Equal(t, []int{0, 1}, []int{before.Index, after.Index})
	assert.NotEqual(t, before.Revision, after.Revision)
	last, _ := p.entryOf(2)
	assert.Equal(t, after, last)
}

func TestAPreprintAndItsArticleAreOneWorkWithTwoVersions(t *testing.T) {
	n, m := int64(3), int64(9)
	p := NewPool()
	p.Add(Query{Text: "q"}, "arxiv", hits(evidence.Document{
		ID: "2001.00001", Source: "arxiv", ArXiv: "2001.00001", Title: "Filters", Year: 2018, Venue: "arXiv", Type: "preprint", Status: "preprint", Abstract: "A longer abstract.",
	}))
	p.Add(Query{Text: "q"}, "crossref", hits(evidence.Document{
		ID: "10.1/x", Source: "crossref", DOI: "10.1/X", Title: "Filters, revised", Year: 2020, Type: "journal-article", CitationCount: &n,
	}))
	p.Add(Query{Text: "q"}, "openalex", hits(evidence.Document{
		ID: "W1", Source: "openalex", DOI: "10.1/x", ArXiv: "2001.00001", Title: "Filters revised", Year: 2023, Venue: "Water", CitationCount: &m, Retracted: true,
	}))
	require.Equal(t, 1, p.Len())
	e := p.Documents()[0]
	assert.Equal(t, evidence.Document{
		ID: "10.1/x", Source: "crossref", DOI: "10.1/X", ArXiv: "2001.00001", Title: "Filters, revised", Year: 2020, Venue: "Water", Type: "journal-article",
		Abstract: "A longer abstract.", AbstractBy: "arxiv", CitationCount: &m, CitedBy: "openalex", Retracted: true,
	}, e.Document, "venue, type and status are those of the version that speaks")
	assert.Equal(t, []evidence.Version{
		{Kind: evidence.KindPublished, Year: 2020, Venue: "Water", Type: "journal-article", DOI: "10.1/X", ArXiv: "2001.00001", Retracted: true,
			Copies: []evidence.Copy{{Source: "crossref", ID: "10.1/x"}, {Source: "openalex", ID: "W1"}}},
		{Kind: evidence.KindPreprint, Year: 2018, Venue: "arXiv", Type: "preprint", ArXiv: "2001.00001", Copies: []evidence.Copy{{Source: "arxiv", ID: "2001.00001"}}},
	}, e.Versions)
	crossref, openalex, arxiv := evidence.Copy{Source: "crossref", ID: "10.1/x"}, evidence.Copy{Source: "openalex", ID: "W1"}, evidence.Copy{Source: "arxiv", ID: "2001.00001"}
	assert.Equal(t, []evidence.Conflict{
		{Field: "title", Values: []evidence.ConflictValue{{Copy: crossref, Value: "Filters, revised"}, {Copy: openalex, Value: "Filters revised"}, {Copy: arxiv, Value: "Filters"}}},
		{Field: "year", Values: []evidence.ConflictValue{{Copy: crossref, Value: "2020"}, {Copy: openalex, Value: "2023"}}},
		{Field: "citation_count", Values: []evidence.ConflictValue{{Copy: crossref, Value: "3"}, {Copy: openalex, Value: "9"}}},
	}, e.Conflicts, "a preprint has a year of its own")
}

func TestTheLongestAbstractOfTheVersionThatSpeaksIsKept(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(
		evidence.Document{ID: "1", DOI: "10.1/1", Abstract: "What the preprint said at length.", Status: "preprint", Text: "Early text."},
		evidence.Document{ID: "2", DOI: "10.1/1", Abstract: "Short."},
		evidence.Document{ID: "3", DOI: "10.1/1", Sections: []evidence.Section{{Text: "What it says."}}}))
	d := p.Documents()[0].Document
	assert.Equal(t, []any{"", "What it says.", "Early text."}, []any{d.Abstract, d.Sections[0].Text, d.Text})
}

func TestADOIThatTheCopiesOfAnArticleDoNotAgreeOnIsAConflict(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(evidence.Document{ID: "1", PMID: "7", DOI: "10.1/1"}, evidence.Document{ID: "2", PMID: "7", DOI: "10.1/2"}))
	require.Equal(t, 1, p.Len())
	require.Len(t, p.Documents()[0].Conflicts, 1)
	assert.Equal(t, "doi", p.Documents()[0].Conflicts[0].Field)
}

func TestAgreementIsNoConflict(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "x", hits(evidence.Document{ID: "1", DOI: "10.1/1", Title: "A  title.", Year: 2000}, evidence.Document{ID: "2", DOI: "https://doi.org/10.1/1", Title: "a title", Year: 2001}))
	assert.Empty(t, p.Documents()[0].Conflicts)
}

// A field that is added to documents has to be compared, or two different copies would be taken for one.
func TestDocumentsThatDifferInAnyFieldAreNotTheSame(t *testing.T) {
	n := int64(1)
	for _, field := range reflect.VisibleFields(reflect.TypeFor[evidence.Document]()) {
		if field.Anonymous {
			continue
		}
		t.Run(field.Name, func(t *testing.T) {
			var a, b evidence.Document
			f := reflect.ValueOf(&a).Elem().FieldByIndex(field.Index)
			switch f.Interface().(type) {
			case string:
				f.SetString("x")
			case int:
				f.SetInt(1)
			case bool:
				f.SetBool(true)
			case *int64:
				f.Set(reflect.ValueOf(&n))
			case []string:
				f.Set(reflect.ValueOf([]string{"x"}))
			case []evidence.Section:
				f.Set(reflect.ValueOf([]evidence.Section{{Text: "x"}}))
			case []evidence.Relation:
				f.Set(reflect.ValueOf([]evidence.Relation{{ID: "x"}}))
			default:
				t.Fatalf("%s: this test does not know its type", f.Type())
			}
			assert.False(t, sameDocument(&a, &b))
			assert.True(t, sameDocument(&a, &a))
		})
	}
}
