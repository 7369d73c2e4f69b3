package retrieval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

type doc = evidence.Document

const topic = "Zinc supplements and the duration of colds in adults"

func by(names ...string) []string { return names }

func rel(kind evidence.RelationKind, id string) evidence.Publication {
	return evidence.Publication{Relations: []evidence.Relation{{Kind: kind, ID: id}}}
}

// pairs are of our own making, each after a case that a librarian would have to think about.
var pairs = []struct {
	name string
	a, b doc
	same bool
}{
	// One work.
	{"a retracted article and its preprint", doc{Title: "RETRACTED: " + topic, Year: 2021, DOI: "10.1/r", Authors: by("Ann Lee", "Bo Chan")}, doc{Title: topic, Year: 2020, DOI: "10.1101/2020.01.01.20000001", Authors: by("Lee A", "Chan B")}, true},
	{"an index's words behind a retracted title", doc{Title: topic + " (Retracted article. See vol. 3, pg. 12)", Year: 2021, PMID: "5"}, doc{Title: topic, Year: 2021, DOI: "10.1/r"}, true},
	{"withdrawn before the title", doc{Title: "WITHDRAWN: " + topic, Year: 2021, DOI: "10.1/r"}, doc{Title: topic, Year: 2021, PMID: "9"}, true},
	{"a Greek letter as a sign and as a word", doc{Title: "TNF-α in severe sepsis of children", Year: 2010, DOI: "10.1/a"}, doc{Title: "TNF-alpha in severe sepsis of children", Year: 2010, PMID: "8"}, true},
	{"a Greek letter in LaTeX", doc{Title: `The $\beta$-decay of light nuclei in motion`, Year: 2010, ArXiv: "1001.0001"}, doc{Title: "The β-decay of light nuclei in motion", Year: 2010, DOI: "10.1/b"}, true},
	{"a preprint three years older by the same people", doc{Title: topic, Year: 2018, DOI: "10.1101/123456", Authors: by("Ann Lee", "Bo Chan")}, doc{Title: topic, Year: 2021, DOI: "10.1/z", Authors: by("A. Lee", "B. Chan")}, true},
	{"a working paper of NBER and its article", doc{Title: topic, Year: 2015, DOI: "10.3386/w21000", Type: "report", Authors: by("Ann Lee", "Bo Chan")}, doc{Title: topic, Year: 2019, DOI: "10.1257/aer.1", Authors: by("Lee, Ann", "Chan, Bo")}, true},
	{"a paper of SSRN and its article", doc{Title: topic, Year: 2017, DOI: "10.2139/ssrn.3000000", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2018, DOI: "10.1/s", Authors: by("Ann Lee")}, true},
	{"a relation that Crossref states", doc{Title: "First title entirely different", Year: 2019, DOI: "10.21203/rs.3.rs-9/v1", Publication: rel(evidence.PreprintOf, "doi:10.1/final")}, doc{Title: "Final words about something", Year: 2023, DOI: "10.1/FINAL"}, true},
	{"a relation stated by the article alone", doc{Title: "Other words", Year: 2023, DOI: "10.1/final", Publication: rel(evidence.HasPreprint, "doi:10.48550/arXiv.2001.00001")}, doc{Title: "Words in draft", ArXiv: "2001.00001v2", Year: 2020}, true},
	{"a relation by PMID", doc{Title: "A", PMID: "1", Publication: rel(evidence.VersionOf, "pmid:2")}, doc{Title: "B", PMID: "2"}, true},
	{"a preprint whose title changed, by three authors", doc{Title: "Zinc lozenges shorten colds in adult volunteers", Year: 2020, DOI: "10.1101/2020.02.02.20000002", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: "Effect of zinc lozenges on colds in adult volunteers", Year: 2021, DOI: "10.1/zl", Authors: by("A Lee", "B Chan", "C Diaz")}, true},
	{"a preprint of arXiv whose title lost its subtitle", doc{Title: "Deep networks for protein folding: a large benchmark study", Year: 2019, ArXiv: "1901.00001", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: "Deep networks for protein folding", Year: 2020, DOI: "10.1/df", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, true},
	{"two versions of F1000Research", doc{Title: topic, Year: 2016, DOI: "10.12688/f1000research.9000.1"}, doc{Title: topic, Year: 2017, DOI: "10.12688/f1000research.9000.2"}, true},
	{"two versions of Research Square", doc{DOI: "10.21203/rs.3.rs-7/v1", Title: "A"}, doc{DOI: "10.21203/rs.3.rs-7/v2", Title: "B"}, true},
	{"two versions of PsyArXiv", doc{DOI: "10.31234/osf.io/abcde_v1", Title: "A"}, doc{DOI: "10.31234/osf.io/abcde_v2", Title: "B"}, true},
	{"a DOI with and without its address", doc{DOI: "https://doi.org/10.1/X", Title: "A"}, doc{DOI: "10.1/x", Title: "B"}, true},
	{"names in two orders", doc{Title: topic, Year: 2010, DOI: "10.1/n", Authors: by("Müller, Jörg", "de la Cruz, Maria")}, doc{Title: topic, Year: 2010, PMID: "7", Authors: by("Jörg Müller", "Maria de la Cruz")}, true},
	{"names with initials behind", doc{Title: topic, Year: 2010, DOI: "10.1/n", Authors: by("Anna Haas-Kogan", "Bo Chan")}, doc{Title: topic, Year: 2010, PMID: "7", Authors: by("Haas-Kogan A", "Chan B")}, true},
	{"first author alone", doc{Title: topic, Year: 2010, DOI: "10.1/n", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz", "Di Eno")}, doc{Title: topic, Year: 2010, Authors: by("Lee A")}, true},
	{"a journal's letter that another source calls an article", doc{Title: topic, Year: 2010, DOI: "10.1/n", Type: "letter"}, doc{Title: topic, Year: 2010, PMID: "7", Type: "journal-article"}, true},
	{"a conference paper with and without its DOI", doc{Title: topic, Year: 2010, DOI: "10.1/n", Type: "proceedings-article", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2010, Type: "conference", Authors: by("Ann Lee")}, true},
	{"an editorial seen by two sources", doc{Title: "Editorial", Year: 2010, Venue: "J Cold", DOI: "10.1/e", Authors: by("Ann Lee")}, doc{Title: "Editorial", Year: 2010, Venue: "J Cold", Authors: by("Lee A")}, true},
	{"a short title in one journal", doc{Title: "Zinc", Year: 2010, Venue: "J Cold", DOI: "10.1/z"}, doc{Title: "Zinc", Year: 2010, Venue: "J Cold", PMID: "3"}, true},
	{"tags and entities in a title", doc{Title: "Effects of CO<sub>2</sub> &amp; heat on plant growth", Year: 2010, DOI: "10.1/c"}, doc{Title: "Effects of CO2 & heat on plant growth", Year: 2010, PMID: "3"}, true},
	{"a full stop and other quotes", doc{Title: "“Zinc” and its many uses in medicine.", Year: 2010, DOI: "10.1/q"}, doc{Title: `"Zinc" and its many uses in medicine`, Year: 2010, PMID: "4"}, true},
	{"years that differ by the turn of the year", doc{Title: topic, Year: 2010, DOI: "10.1/y"}, doc{Title: topic, Year: 2011, PMID: "4"}, true},
	{"PMC ids in two spellings", doc{Title: "A", PMCID: "pmc0077"}, doc{Title: "B", PMCID: "PMC77"}, true},
	{"a preprint of bioRxiv under arXiv's rule", doc{Title: topic, Year: 2020, DOI: "10.1101/2020.03.03.20000003"}, doc{Title: topic, Year: 2021, DOI: "10.1/b"}, true},
	{"a preprint of ChemRxiv and its article", doc{Title: topic, Year: 2020, DOI: "10.26434/chemrxiv-2020-abc-v2", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2022, DOI: "10.1/ch", Authors: by("Ann Lee")}, true},
	{"a group as author of one copy", doc{Title: topic, Year: 2010, DOI: "10.1/g", Authors: by("The Zinc Study Group", "Ann Lee")}, doc{Title: topic, Year: 2010, PMID: "6", Authors: by("Lee A", "Zinc Study Group")}, true},
	{"a question mark and a dash", doc{Title: "Zinc – does it help against colds?", Year: 2010, DOI: "10.1/qq"}, doc{Title: "Zinc: does it help against colds", Year: 2010, PMID: "66"}, true},

	// Two works.
	{"two editorials of different journals", doc{Title: "Editorial", Year: 2010, Venue: "J Cold"}, doc{Title: "Editorial", Year: 2010, Venue: "Lancet"}, false},
	{"two editorials of one journal by others", doc{Title: "Editorial", Year: 2010, Venue: "J Cold", Authors: by("Ann Lee")}, doc{Title: "Editorial", Year: 2010, Venue: "J Cold", Authors: by("Bo Chan")}, false},
	{"two editorials of which little is known", doc{Title: "Editorial", Year: 2010}, doc{Title: "Editorial", Year: 2010}, false},
	{"a data set and the paper of its title", doc{Title: topic, Year: 2010, DOI: "10.5061/dryad.1", Type: "dataset", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2010, PMID: "1", Authors: by("Ann Lee")}, false},
	{"a data set and its article, whose types are known", doc{Title: topic, Year: 2010, DOI: "10.5061/dryad.1", Type: "dataset"}, doc{Title: topic, Year: 2010, PMID: "1", Type: "journal-article"}, false},
	{"software and its paper", doc{Title: topic, Year: 2010, DOI: "10.5281/zenodo.1", Type: "software"}, doc{Title: topic, Year: 2010, PMID: "1", Type: "article"}, false},
	{"a long title by unrelated authors", doc{Title: topic, Year: 2010, Authors: by("Ann Lee", "Bo Chan")}, doc{Title: topic, Year: 2010, Authors: by("Cy Diaz", "Di Eno")}, false},
	{"a preprint and an article of one title by unrelated authors", doc{Title: topic, Year: 2020, ArXiv: "2001.00002", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2020, DOI: "10.1/u", Authors: by("Cy Diaz")}, false},
	{"a retraction notice and its article", doc{Title: "Retraction: " + topic, Year: 2012, DOI: "10.1/rn"}, doc{Title: topic, Year: 2011, DOI: "10.1/z"}, false},
	{"a notice that a source calls by the article's title", doc{Title: topic, Year: 2011, PMID: "2", Type: "retraction of publication"}, doc{Title: topic, Year: 2011, DOI: "10.1/z", Type: "journal-article"}, false},
	{"a relation of a notice", doc{Title: topic, Year: 2011, DOI: "10.1/n", Publication: rel(evidence.Retracts, "doi:10.1/z")}, doc{Title: topic, Year: 2011, DOI: "10.1/z"}, false},
	{"an erratum", doc{Title: "Erratum to: " + topic, Year: 2011, DOI: "10.1/e"}, doc{Title: topic, Year: 2011, DOI: "10.1/z"}, false},
	{"an erratum under the article's title", doc{Title: topic, Year: 2011, PMID: "2", Type: "published erratum"}, doc{Title: topic, Year: 2011, DOI: "10.1/z", Type: "article"}, false},
	{"an expression of concern", doc{Title: "Expression of concern: " + topic, Year: 2011, DOI: "10.1/e"}, doc{Title: topic, Year: 2011, DOI: "10.1/z"}, false},
	{"a comment on an article", doc{Title: "Comment on: " + topic, Year: 2011, DOI: "10.1/e"}, doc{Title: topic, Year: 2011, DOI: "10.1/z"}, false},
	{"a peer review under the article's title", doc{Title: topic, Year: 2011, Type: "peer-review"}, doc{Title: topic, Year: 2011, DOI: "10.1/z", Type: "journal-article"}, false},
	{"part one and part two", doc{Title: topic + ": part I", Year: 2011, DOI: "10.1101/111111", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: topic + ": part II", Year: 2011, DOI: "10.1/z", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, false},
	{"two phases of one trial by the same people", doc{Title: "Phase 1 trial of drug alpha in colon cancer", Year: 2011, DOI: "10.1101/111112", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: "Phase 2 trial of drug alpha in colon cancer", Year: 2012, DOI: "10.1/z", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, false},
	{"two articles with DOIs of their own", doc{Title: topic, Year: 2011, DOI: "10.1/a"}, doc{Title: topic, Year: 2011, DOI: "10.1/b"}, false},
	{"two preprints of arXiv", doc{Title: topic, Year: 2011, ArXiv: "1101.00001"}, doc{Title: topic, Year: 2011, ArXiv: "1101.00002"}, false},
	{"a review repeated after some years", doc{Title: topic, Year: 2010, DOI: "10.1/a", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2015, PMID: "2", Authors: by("Ann Lee")}, false},
	{"another topic by the same three people", doc{Title: "Zinc against colds in adult volunteers", Year: 2020, DOI: "10.1101/2020.02.02.20000002", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: "Copper bracelets in rheumatic patients", Year: 2021, DOI: "10.1/cb", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, false},
	{"a preprint that is younger than an article of near title", doc{Title: "Zinc lozenges shorten colds in adult volunteers", Year: 2022, ArXiv: "2201.00001", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, doc{Title: "Effect of zinc lozenges on colds in adult volunteers", Year: 2020, DOI: "10.1/zl", Authors: by("Ann Lee", "Bo Chan", "Cy Diaz")}, false},
	{"a near title by one of the authors", doc{Title: "Zinc lozenges shorten colds in adult volunteers", Year: 2020, ArXiv: "2001.00009", Authors: by("Ann Lee")}, doc{Title: "Effect of zinc lozenges on colds in adult volunteers", Year: 2021, DOI: "10.1/zl", Authors: by("Ann Lee")}, false},
	{"a short title in two journals", doc{Title: "Zinc", Year: 2010, Venue: "J Cold"}, doc{Title: "Zinc", Year: 2010, Venue: "Nature"}, false},
	{"a short title a year apart", doc{Title: "Zinc", Year: 2010}, doc{Title: "Zinc", Year: 2011}, false},
	{"a DOI that ends like a version and is none", doc{DOI: "10.1/a.1", Title: "A"}, doc{DOI: "10.1/a.2", Title: "B"}, false},
	{"a book and a chapter of its title", doc{Title: topic, Year: 2010, Type: "book", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2010, Type: "book-chapter", Authors: by("Ann Lee")}, false},
	{"a thesis and the article of its title", doc{Title: topic, Year: 2010, Type: "dissertation", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2010, DOI: "10.1/a", Type: "journal-article", Authors: by("Ann Lee", "Bo Chan")}, false},
	{"a letter by others in reply under one title", doc{Title: topic, Year: 2010, DOI: "10.1/a", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2010, PMID: "5", Type: "letter", Authors: by("Cy Diaz")}, false},
	{"two replies", doc{Title: "Reply to the authors", Year: 2010, Authors: by("Ann Lee")}, doc{Title: "Reply to the authors", Year: 2010, Authors: by("Bo Chan")}, false},
	{"a journal article of Cold Spring Harbor is no preprint", doc{Title: topic, Year: 2010, DOI: "10.1101/gr.1", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2011, DOI: "10.1/a", Authors: by("Ann Lee")}, false},
	{"beta and gamma", doc{Title: "Interferon-β in severe multiple sclerosis", Year: 2010, DOI: "10.1/b"}, doc{Title: "Interferon-γ in severe multiple sclerosis", Year: 2010, PMID: "4"}, false},
	{"a working paper and an article of one title by others", doc{Title: topic, Year: 2015, DOI: "10.3386/w21000", Authors: by("Ann Lee")}, doc{Title: topic, Year: 2016, DOI: "10.1/x", Authors: by("Cy Diaz")}, false},
}

func oneWork(a, b doc) bool {
	a.ID, b.ID = "a", "b"
	p := NewPool()
	p.Add(Query{Text: "q"}, "s", hits(a, b))
	return p.Len() == 1
}

func TestPairsAreMergedAsALibrarianWould(t *testing.T) {
	assert.GreaterOrEqual(t, len(pairs), 60)
	right, merged, same := 0.0, 0.0, 0.0
	for _, tt := range pairs {
		got := oneWork(tt.a, tt.b)
		assert.Equal(t, got, oneWork(tt.b, tt.a), "%s: the order does not matter", tt.name)
		assert.Equal(t, tt.same, got, tt.name)
		for _, c := range []struct {
			sum *float64
			of  bool
		}{{&right, got && tt.same}, {&merged, got}, {&same, tt.same}} {
			if c.of {
				*c.sum++
			}
		}
	}
	t.Logf("precision %.3f, recall %.3f of %d pairs", right/merged, right/same, len(pairs))
	assert.GreaterOrEqual(t, right/merged, 0.95)
	assert.GreaterOrEqual(t, right/same, 0.85)
}

func TestNoticesMarkTheWorksThatTheySpeakOf(t *testing.T) {
	paper := doc{ID: "p", Title: topic, Year: 2010, DOI: "10.1/z", Authors: by("Ann Lee")}
	tests := []struct {
		name      string
		notice    doc
		retracted bool
		status    string
	}{
		{"a retraction by its DOI", doc{ID: "n", Title: "Notice", DOI: "10.1/n", Publication: rel(evidence.Retracts, "doi:10.1/Z")}, true, ""},
		{"a retraction by its title", doc{ID: "n", Title: "Retraction notice to: " + topic, Year: 2012, DOI: "10.1/n"}, true, ""},
		{"a retraction by its title in quotes", doc{ID: "n", Title: "Retraction: “" + topic + "”", Year: 2012, DOI: "10.1/n"}, true, ""},
		{"a concern", doc{ID: "n", Title: "Expression of Concern: " + topic, Year: 2012, DOI: "10.1/n"}, false, "expression-of-concern"},
		{"an erratum", doc{ID: "n", Title: "Correction to: " + topic, Year: 2012, DOI: "10.1/n"}, false, "corrected"},
		{"but not a notice that is older", doc{ID: "n", Title: "Retraction: " + topic, Year: 2009, DOI: "10.1/n"}, false, ""},
		{"nor one by others", doc{ID: "n", Title: "Retraction: " + topic, Year: 2012, DOI: "10.1/n", Authors: by("Cy Diaz")}, false, ""},
		{"nor a comment", doc{ID: "n", Title: "Comment on: " + topic, Year: 2012, DOI: "10.1/n"}, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, order := range [][]doc{{paper, tt.notice}, {tt.notice, paper}} {
				p := NewPool()
				for _, d := range order {
					p.Add(Query{Text: "q"}, "s", hits(d))
					p.Len() // settles, so that the mark has to come later, too
				}
				assert.Equal(t, 2, p.Len())
				for _, e := range p.Documents() {
					if e.Document.ID == "p" {
						assert.Equal(t, tt.retracted, e.Document.Retracted)
						assert.Equal(t, tt.status, e.Document.Status)
						assert.Equal(t, tt.retracted || tt.status != "", len(e.Document.Relations) == 1)
					} else {
						assert.False(t, e.Document.Retracted)
					}
				}
			}
		})
	}
}

func TestARetractionReachesThePreprint(t *testing.T) {
	p := NewPool()
	p.Add(Query{Text: "q"}, "s", hits(
		doc{ID: "pre", Title: topic, Year: 2020, DOI: "10.1101/2020.01.01.20000001", Authors: by("Ann Lee")},
		doc{ID: "art", Title: "RETRACTED: " + topic, Year: 2021, DOI: "10.1/r", Authors: by("Lee A"), Retracted: true}))
	works := p.Documents()
	assert.Len(t, works, 1)
	assert.True(t, works[0].Document.Retracted)
}
