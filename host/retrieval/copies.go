package retrieval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A sighting is a document as one source returned it, with all places where it did.
type sighting struct {
	source   string
	document evidence.Document
	kind     string
	title    string   // the key by which titles are compared
	families []string // of its authors
	marks    marks
	round    string
	found    []orderedFound
}

// An orderedFound is a Found with its position among all that a pool was given.
type orderedFound struct {
	Found
	order int
}

func newSighting(source, round string, d evidence.Document) *sighting {
	s := &sighting{source: source, document: d, kind: d.VersionKind(), title: titleKey(d.Title), families: families(&d), round: round}
	s.marks = marksOf(s.kind, &s.document)
	return s
}

func (s *sighting) copy() evidence.Copy {
	return evidence.Copy{Source: s.by(), ID: s.document.ID}
}

// by returns the source that describes the work: the one that the document names, else the one that returned it.
func (s *sighting) by() string { return cmp.Or(s.document.Source, s.source) }

// kindRank orders the versions of a work, its preferred representative first.
var kindRank = map[string]int{evidence.KindPublished: 0, evidence.KindPreprint: 1, evidence.KindWeb: 2}

// compareSightings orders the copies of a work, its preferred representative first: published before preprint before web page,
// with a DOI before without, then by source and name. It is total over different copies, so nothing
// depends on which came first.
func compareSightings(a, b *sighting) int {
	if c := cmp.Or(
		cmp.Compare(kindRank[a.kind], kindRank[b.kind]),
		cmp.Compare(boolToInt(a.document.DOI == ""), boolToInt(b.document.DOI == "")),
		strings.Compare(a.by(), b.by()),
		strings.Compare(a.source, b.source),
		strings.Compare(a.document.ID, b.document.ID),
		strings.Compare(a.document.DOI, b.document.DOI),
		strings.Compare(a.document.Title, b.document.Title),
	); c != 0 {
		return c
	}
	x, _ := json.Marshal(a.document) // texts, numbers and lists of texts always encode
	y, _ := json.Marshal(b.document)
	return bytes.Compare(x, y)
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sameDocument says whether two documents agree in everything. Documents from one source usually
// share string storage, so this costs little.
func sameDocument(a, b *evidence.Document) bool {
	return a.ID == b.ID && a.Title == b.Title && a.Abstract == b.Abstract && a.AbstractBy == b.AbstractBy && a.Text == b.Text && a.TextBy == b.TextBy &&
		a.Year == b.Year && a.Venue == b.Venue && a.DOI == b.DOI && a.ArXiv == b.ArXiv && a.PMID == b.PMID && a.PMCID == b.PMCID &&
		a.URL == b.URL && a.OpenURL == b.OpenURL && sameCount(a.CitationCount, b.CitationCount) && a.CitedBy == b.CitedBy &&
		a.Type == b.Type && a.Source == b.Source && a.Retracted == b.Retracted && a.Status == b.Status &&
		slices.Equal(a.Sections, b.Sections) && slices.Equal(a.Authors, b.Authors) && slices.Equal(a.Fields, b.Fields) &&
		a.Publication.Equal(&b.Publication)
}

func sameCount(a, b *int64) bool {
	return a == b || a != nil && b != nil && *a == *b
}
