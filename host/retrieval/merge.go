package retrieval

import "github.com/sparkhost/sparkhost/host/evidence"

// mergeDocument fills what into lacks from a copy of the same work. Known values
// stay as they are, except that a retraction is never forgotten.
//
// Abstract and sections go together, because sections are a labelled division of
// one particular text.
func mergeDocument(into, from *evidence.Document) {
	fill(&into.Title, from.Title)
	fill(&into.Year, from.Year)
	if into.Abstract == "" && len(into.Sections) == 0 {
		into.Abstract, into.Sections = from.Abstract, from.Sections
	}
	fill(&into.Text, from.Text)
	fill(&into.Venue, from.Venue)
	fill(&into.DOI, from.DOI)
	fill(&into.ArXiv, from.ArXiv)
	fill(&into.PMID, from.PMID)
	fill(&into.URL, from.URL)
	fill(&into.Source, from.Source)
	fill(&into.Status, from.Status)
	fill(&into.CitationCount, from.CitationCount)
	if len(into.Authors) == 0 {
		into.Authors = from.Authors
	}
	into.Retracted = into.Retracted || from.Retracted
}

func fill[T comparable](into *T, from T) {
	var unknown T
	if *into == unknown {
		*into = from
	}
}
