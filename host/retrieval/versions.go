package retrieval

import (
	"slices"
	"strconv"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// versions groups the copies of a work, which are in the order in which they speak, by kind.
func versions(copies []*sighting) []evidence.Version {
	var out []evidence.Version
	seen := map[evidence.Copy]bool{} // of the last version: a work may have very many copies
	for _, c := range copies {
		if n := len(out); n == 0 || out[n-1].Kind != c.kind { // kinds come together
			out = append(out, evidence.Version{Kind: c.kind})
			clear(seen)
		}
		v, d := &out[len(out)-1], &c.document
		fill(&v.Year, d.Year)
		fill(&v.Venue, d.Venue)
		fill(&v.Type, d.Type)
		fill(&v.DOI, d.DOI)
		fill(&v.ArXiv, d.ArXiv)
		fill(&v.PMID, d.PMID)
		fill(&v.PMCID, d.PMCID)
		v.Retracted = v.Retracted || d.Retracted
		if one := c.copy(); !seen[one] {
			seen[one] = true
			v.Copies = append(v.Copies, one)
		}
	}
	return out
}

// conflicts lists what the copies do not agree on: titles and citation counts of all of them, years more
// than one apart and DOIs of copies of one kind (a preprint has a year and a DOI of its own). Web pages have
// titles and years of their own.
func conflicts(copies []*sighting) []evidence.Conflict {
	copies = slices.DeleteFunc(slices.Clone(copies), func(c *sighting) bool { return c.kind == evidence.KindWeb })
	var out []evidence.Conflict
	add := func(field string, of []*sighting, say func(*evidence.Document) string, differ func([]evidence.ConflictValue) bool) {
		var values []evidence.ConflictValue
		for _, c := range of {
			if v := say(&c.document); v != "" {
				values = append(values, evidence.ConflictValue{Copy: c.copy(), Value: v})
			}
		}
		if differ(values) {
			out = append(out, evidence.Conflict{Field: field, Values: values})
		}
	}
	add("title", copies, func(d *evidence.Document) string { return d.Title }, unlike(NormalizeTitle))
	for _, kind := range []string{evidence.KindPublished, evidence.KindPreprint} {
		same := slices.DeleteFunc(slices.Clone(copies), func(c *sighting) bool { return c.kind != kind })
		add("year", same, yearText, yearsApart)
		add("doi", same, func(d *evidence.Document) string { return d.DOI }, unlike(workDOI))
	}
	add("citation_count", copies, countText, unlike(func(s string) string { return s }))
	return out
}

// unlike says whether any two values differ once normalised.
func unlike(normalise func(string) string) func([]evidence.ConflictValue) bool {
	return func(values []evidence.ConflictValue) bool {
		for i := 1; i < len(values); i++ {
			if normalise(values[i].Value) != normalise(values[0].Value) {
				return true
			}
		}
		return false
	}
}

func yearsApart(values []evidence.ConflictValue) bool {
	low, high := 0, 0
	for i, v := range values {
		y, _ := strconv.Atoi(v.Value) // yearText wrote it
		if i == 0 {
			low, high = y, y
		}
		low, high = min(low, y), max(high, y)
	}
	return high-low > 1
}

func yearText(d *evidence.Document) string {
	if d.Year == 0 {
		return ""
	}
	return strconv.Itoa(d.Year)
}

func countText(d *evidence.Document) string {
	if d.CitationCount == nil {
		return ""
	}
	return strconv.FormatInt(*d.CitationCount, 10)
}
