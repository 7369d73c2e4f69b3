package retrieval

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// mergeSightings makes one document of the copies of a work, which are in the order in which they
// speak. What is known beats what is unknown, and the first copy that knows something is believed, save that
//
//   - of the copies of the version that speaks, the longest abstract is kept, with its own sections, because sections
//     divide one particular text; another version's only if that one has none, for an article may say what its preprint did not;
//   - the same goes for the full text;
//   - the greatest citation count is kept, because every source knows a part of the citations only;
//   - venue, kind and state come from copies of the version that speaks: a journal's article does not become
//     a preprint because the journal is not known;
//   - a retraction that any copy knows of is one of the work.
func mergeSightings(copies []*sighting) evidence.Document {
	d := copies[0].document
	if len(copies) == 1 {
		return d
	}
	fill(&d.Source, copies[0].source)
	for _, c := range copies[1:] {
		from := &c.document
		fill(&d.Title, from.Title)
		fill(&d.Year, from.Year)
		fill(&d.DOI, from.DOI)
		fill(&d.ArXiv, from.ArXiv)
		fill(&d.PMID, from.PMID)
		fill(&d.PMCID, from.PMCID)
		fill(&d.URL, from.URL)
		fill(&d.OpenURL, from.OpenURL)
		if len(from.Authors) > len(d.Authors) {
			d.Authors = from.Authors
		}
		if len(d.Fields) == 0 {
			d.Fields = from.Fields
		}
		if c.kind == copies[0].kind {
			fill(&d.Venue, from.Venue)
			fill(&d.Type, from.Type)
			fill(&d.Status, from.Status)
			d.Publication.Fill(&from.Publication)
		}
		d.Relations = evidence.Relate(d.Relations, from.Relations...)
		d.Retracted = d.Retracted || from.Retracted
		keepLongest(&d, c, c.kind == copies[0].kind)
		keepCitations(&d, c)
	}
	return d
}

// keepLongest takes over a longer abstract or full text of the same version, or any where there is none.
func keepLongest(d *evidence.Document, c *sighting, same bool) {
	from := &c.document
	if n := textLength(d); textLength(from) > n && (same || n == 0) {
		had, by := d.Abstract, d.AbstractBy
		d.Abstract, d.Sections, d.AbstractBy = from.Abstract, from.Sections, credit(from.AbstractBy, c, d)
		if d.Abstract == "" && from.Text != "" { // its sections are a full text's
			d.Abstract, d.AbstractBy = had, by
		}
	}
	if len(from.Text) > len(d.Text) && (same || d.Text == "") {
		d.Text = from.Text
	}
}

// textLength returns the size of a document's abstract, or of its sections if they are all it has.
func textLength(d *evidence.Document) int {
	n := 0
	for _, s := range d.Sections {
		n += len(s.Text)
	}
	return max(n, len(d.Abstract))
}

// keepCitations takes over a greater count.
func keepCitations(d *evidence.Document, c *sighting) {
	n := c.document.CitationCount
	if n != nil && (d.CitationCount == nil || *n > *d.CitationCount) {
		d.CitationCount, d.CitedBy = n, credit(c.document.CitedBy, c, d)
	}
}

// credit names whose a value is; empty if it is the document's own source.
func credit(said string, c *sighting, d *evidence.Document) string {
	if said == "" {
		said = c.by()
	}
	if said == d.Source {
		return ""
	}
	return said
}

// fill sets an unknown value.
func fill[T comparable](into *T, from T) {
	var unknown T
	if *into == unknown {
		*into = from
	}
}

// Merge makes one document of the copies of a work, as a [Pool] does. There must be at least one.
func Merge(copies []evidence.Document) evidence.Document {
	sightings := make([]*sighting, len(copies))
	for i, d := range copies {
		sightings[i] = newSighting(d.Source, "", d)
	}
	slices.SortStableFunc(sightings, compareSightings)
	return mergeSightings(sightings)
}
