package evidence

import "slices"

// A Publication holds the fields of a work that a reference list needs and that say how the work relates to
// others. Zero values mean unknown.
type Publication struct {
	Date      string     `json:"date,omitempty"` // of publication: "2020-05-17", "2020-05"; a year alone is in Document.Year
	Volume    string     `json:"volume,omitempty"`
	Issue     string     `json:"issue,omitempty"`
	Pages     string     `json:"pages,omitempty"` // "12-18", or the number of the article
	Publisher string     `json:"publisher,omitempty"`
	Language  string     `json:"language,omitempty"` // as the source says, such as "en" or "eng"
	License   string     `json:"license,omitempty"`  // an address or a short name such as "cc-by"
	ISSN      []string   `json:"issn,omitempty"`
	ISBN      []string   `json:"isbn,omitempty"`
	Keywords  []string   `json:"keywords,omitempty"`   // the authors' own, and tags of reference managers
	MeSH      []string   `json:"mesh_terms,omitempty"` // descriptors of the Medical Subject Headings
	Relations []Relation `json:"relations,omitempty"`  // to other works
}

// A Relation links a work to another one.
type Relation struct {
	Kind RelationKind `json:"kind"`
	ID   string       `json:"id"` // the other work with its kind before it: "doi:10.1000/x", "pmid:123", "pmcid:PMC1", "arxiv:2101.00001", "europepmc:PPR/PPR1"
}

// A RelationKind says what a work is to the other one.
type RelationKind string

// The kinds of relations. Those of versions make two documents one work; those of notices never do.
const (
	PreprintOf  RelationKind = "preprint_of"  // the other is the article that this preprint became
	HasPreprint RelationKind = "has_preprint" // the other is the preprint of this article
	VersionOf   RelationKind = "version_of"   // the other is the same work in another version

	Retracts   RelationKind = "retracts"    // this notice retracts the other
	Corrects   RelationKind = "corrects"    // this notice corrects the other
	Questions  RelationKind = "questions"   // this notice expresses concern about the other
	CommentsOn RelationKind = "comments_on" // this letter, comment or review is about the other

	RetractedBy  RelationKind = "retracted_by"
	CorrectedBy  RelationKind = "corrected_by"
	QuestionedBy RelationKind = "questioned_by"
)

// Version says whether the relation makes both documents one work.
func (k RelationKind) Version() bool {
	return k == PreprintOf || k == HasPreprint || k == VersionOf
}

// Notice says whether a document with such a relation speaks about the other one, and so is not that work.
func (k RelationKind) Notice() bool {
	return k == Retracts || k == Corrects || k == Questions || k == CommentsOn
}

// Equal says whether both publications agree in everything.
func (p *Publication) Equal(o *Publication) bool {
	return p.Date == o.Date && p.Volume == o.Volume && p.Issue == o.Issue && p.Pages == o.Pages && p.Publisher == o.Publisher &&
		p.Language == o.Language && p.License == o.License && slices.Equal(p.ISSN, o.ISSN) && slices.Equal(p.ISBN, o.ISBN) &&
		slices.Equal(p.Keywords, o.Keywords) && slices.Equal(p.MeSH, o.MeSH) && slices.Equal(p.Relations, o.Relations)
}

// IsZero says whether nothing is known.
func (p *Publication) IsZero() bool { return p.Equal(&Publication{}) }

// Fill takes over from another copy of the work what is unknown. Relations are united.
func (p *Publication) Fill(from *Publication) {
	for _, f := range []struct{ into, from *string }{
		{&p.Date, &from.Date}, {&p.Volume, &from.Volume}, {&p.Issue, &from.Issue}, {&p.Pages, &from.Pages},
		{&p.Publisher, &from.Publisher}, {&p.Language, &from.Language}, {&p.License, &from.License},
	} {
		if *f.into == "" {
			*f.into = *f.from
		}
	}
	for _, f := range []struct{ into, from *[]string }{
		{&p.ISSN, &from.ISSN}, {&p.ISBN, &from.ISBN}, {&p.Keywords, &from.Keywords}, {&p.MeSH, &from.MeSH},
	} {
		if len(*f.into) == 0 {
			*f.into = *f.from
		}
	}
	p.Relations = Relate(p.Relations, from.Relations...)
}

// Relate adds relations that are not in the list yet. It does not change the memory of the list that it is given.
func Relate(list []Relation, more ...Relation) []Relation {
	list = slices.Clip(list)
	has := make(map[Relation]bool, len(list))
	for _, r := range list {
		has[r] = true
	}
	for _, r := range more {
		if r.ID != "" && !has[r] {
			has[r] = true
			list = append(list, r)
		}
	}
	return list
}
