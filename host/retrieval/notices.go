package retrieval

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// marked returns what notices in the pool say of the works that they are about, by work. A notice names its work by identifier, or by a title that is long
// enough to speak for itself.
func (p *Pool) marked(works forest) map[int][]evidence.Relation {
	out := map[int][]evidence.Relation{}
	add := func(i, by int, kind evidence.RelationKind) {
		if root := works.find(i); root != works.find(by) {
			out[root] = append(out[root], evidence.Relation{Kind: kind, ID: nameOf(&p.sightings[by].document)})
		}
	}
	for n, s := range p.sightings {
		for _, r := range s.document.Relations {
			if i, ok := p.byKey[relationKey(r.ID)]; ok && passive[r.Kind] != "" {
				add(i, n, passive[r.Kind])
			}
		}
		notice := markup.NoticeOf(s.document.Title)
		key := titleKey(notice.Title)
		if kind := kindOfNotice[notice.Kind]; kind != "" && strings.Count(key, " ") >= minTitleWords-1 {
			for _, i := range p.titles[key] {
				if p.precedes(i, n) {
					add(i, n, kind)
				}
			}
		}
	}
	return out
}

// precedes says whether a work may be the one that a notice is about.
func (p *Pool) precedes(work, notice int) bool {
	w, n := p.sightings[work], p.sightings[notice]
	return (w.document.Year == 0 || n.document.Year == 0 || w.document.Year <= n.document.Year) && authorsOf(w.families, n.families) != disagree
}

// passive turns what a notice does into what is done to its work.
var passive = map[evidence.RelationKind]evidence.RelationKind{
	evidence.Retracts: evidence.RetractedBy, evidence.Corrects: evidence.CorrectedBy, evidence.Questions: evidence.QuestionedBy,
}

var kindOfNotice = map[string]evidence.RelationKind{"retraction": evidence.RetractedBy, "erratum": evidence.CorrectedBy, "concern": evidence.QuestionedBy}

// nameOf returns a document's identifier as relations have it, or else what its source calls it.
func nameOf(d *evidence.Document) string {
	switch {
	case NormalizeDOI(d.DOI) != "":
		return "doi:" + NormalizeDOI(d.DOI)
	case NormalizePMID(d.PMID) != "":
		return "pmid:" + NormalizePMID(d.PMID)
	}
	return "id:" + d.ID
}

// mark has a document say what notices say of it.
func mark(d *evidence.Document, notices []evidence.Relation) {
	d.Relations = evidence.Relate(d.Relations, notices...)
	for _, n := range notices {
		switch {
		case n.Kind == evidence.RetractedBy:
			d.Retracted = true
		case n.Kind == evidence.QuestionedBy && (d.Status == "" || d.Status == "corrected"):
			d.Status = "expression-of-concern"
		case n.Kind == evidence.CorrectedBy && d.Status == "":
			d.Status = "corrected"
		}
	}
}
