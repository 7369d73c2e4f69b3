package retrieval

import (
	"cmp"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// mergeDocument fills what into lacks from a copy of the same work and says whether
// that changed anything. Known values stay as they are, except that a retraction is never
// forgotten and that the version of record speaks before a preprint, whichever was found first.
//
// Abstract and sections go together, because sections are a labelled division of
// one particular text.
func mergeDocument(into, from *evidence.Document) (changed bool) {
	if into.Preprint() && !from.Preprint() {
		preprint := *into
		*into = *from
		mergeDocument(into, &preprint)
		return true
	}
	if into.Abstract == "" && len(into.Sections) == 0 && (from.Abstract != "" || len(from.Sections) > 0) {
		into.Abstract, into.Sections = from.Abstract, from.Sections
		changed = true
	}
	if len(into.Authors) == 0 && len(from.Authors) > 0 {
		into.Authors = from.Authors
		changed = true
	}
	if from.Retracted && !into.Retracted {
		into.Retracted = true
		changed = true
	}
	if into.CitationCount == nil && from.CitationCount != nil {
		into.CitationCount, into.CitedBy = from.CitationCount, cmp.Or(from.CitedBy, from.Source)
		changed = true
	}
	for _, filled := range []bool{
		fill(&into.Title, from.Title),
		fill(&into.Year, from.Year),
		fill(&into.Text, from.Text),
		fill(&into.Venue, from.Venue),
		fill(&into.DOI, from.DOI),
		fill(&into.ArXiv, from.ArXiv),
		fill(&into.PMID, from.PMID),
		fill(&into.PMCID, from.PMCID),
		fill(&into.URL, from.URL),
		fill(&into.OpenURL, from.OpenURL),
		fill(&into.Type, from.Type),
		fill(&into.Source, from.Source),
		fill(&into.Status, from.Status),
	} {
		changed = changed || filled
	}
	return changed
}

// fill sets an unknown value and says whether it did.
func fill[T comparable](into *T, from T) bool {
	var unknown T
	if *into != unknown || from == unknown {
		return false
	}
	*into = from
	return true
}
