// Package evidence holds what answers are made of: documents, the passages cut
// from them, the claims read out of passages, clusters of claims that speak of
// the same thing, and the text analysis that compares them.
//
// The package is pure: no input or output, no clock, no randomness, and it imports
// nothing of the host. All values are safe to share once built.
//
// Codes such as S0-15 or U16 are explained in docs/mechanisms.md.
package evidence

import (
	"strings"

	"github.com/sparkhost/sparkhost/internal/pattern"
)

// A Document is one work as a source describes it. Zero values mean unknown, save
// where a pointer tells unknown from zero.
type Document struct {
	ID            string    `json:"id"`
	Title         string    `json:"title,omitempty"`
	Abstract      string    `json:"abstract,omitempty"`
	AbstractBy    string    `json:"abstract_source,omitempty"` // whose text Abstract is; empty: Source's
	Text          string    `json:"text,omitempty"`            // full text, if the source has it
	Sections      []Section `json:"sections,omitempty"`
	TextBy        string    `json:"text_source,omitempty"` // whose full text Sections hold; empty: the document came with what it has
	Year          int       `json:"year,omitempty"`
	Venue         string    `json:"venue,omitempty"`
	DOI           string    `json:"doi,omitempty"`
	ArXiv         string    `json:"arxiv,omitempty"`
	PMID          string    `json:"pmid,omitempty"`
	PMCID         string    `json:"pmcid,omitempty"`           // with its letters: "PMC12124214"
	URL           string    `json:"url,omitempty"`             // the page that describes the work
	OpenURL       string    `json:"open_access_url,omitempty"` // where its text can be read freely; empty: nowhere that is known
	CitationCount *int64    `json:"citation_count,omitempty"`  // nil: unknown, which is not zero
	CitedBy       string    `json:"citation_source,omitempty"` // whose count CitationCount is; empty: Source's
	Type          string    `json:"type,omitempty"`            // of the vocabulary of DocumentTypes: "review", "article", …; corpus lines keep their own word
	Source        string    `json:"source,omitempty"`          // the source that found it, such as "local"
	Authors       []string  `json:"authors,omitempty"`
	Fields        []string  `json:"fields_of_study,omitempty"` // as the source says: "Biology", "Medicine", …
	Retracted     bool      `json:"retracted,omitempty"`
	Status        string    `json:"status,omitempty"` // lower case, as the source says: "published", "preprint", "retracted", …
	Publication
}

// Preprint tells whether the work is, as far as is known, not reviewed: its status
// or its venue says so, or all that names it is an arXiv id.
func (d *Document) Preprint() bool {
	venue := strings.ToLower(d.Venue)
	for _, server := range []string{"arxiv", "biorxiv", "medrxiv", "chemrxiv", "preprint", "ssrn", "research square"} {
		if strings.Contains(venue, server) {
			return true
		}
	}
	if preprintDOI.MatchString(d.DOI) {
		return true
	}
	if d.Status != "" && d.Status != "retracted" {
		return d.Status == "preprint" || d.Status == "posted-content"
	}
	if DocumentType(d.Type) == "preprint" {
		return true
	}
	return d.ArXiv != "" && d.DOI == "" && d.Venue == ""
}

// preprintDOI are the DOIs of servers of preprints and working papers. Cold Spring Harbor's 10.1101 is also that of its journals, whose DOIs have
// letters behind it.
var preprintDOI = pattern.New(`(?i)10\.(?:48550/arxiv\.|1101/\d|64898/|21203/rs\.|20944/preprints|26434/chemrxiv|31234/osf|31219/osf|2139/ssrn|3386/w\d|36227/techrxiv|22541/(?:au|essoar)|33774/|14293/s2199)`)

// A Section is a labelled part of a document's abstract or text.
type Section struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// A Passage is a chunk of one field of a document. Text is exactly the bytes
// [Start,End) of that field, so a quote can be found again.
type Passage struct {
	ID       string // document id, field and offsets; unique within a run
	Document int    // index of the document in the run's list
	Field    string // "title", "abstract", "text" or "sections/<n>"
	Section  string // canonical class: "abstract", "introduction", "methods", "results", "discussion", "conclusion", "other"
	Start    int    // byte offsets into the field
	End      int
	Text     string
}

// A Claim is a sentence of a passage that says something about the question.
type Claim struct {
	Passage    int // index of the passage
	Document   int // index of the document
	Start, End int // byte offsets into the document's field, as for passages
	Text       string
	Quantities []Quantity
	Confidence float64 // support times passage score, 0..1
}

// A Quantity is a number with its unit as written in a text.
type Quantity struct {
	Value      float64
	Unit       string // normalised spelling; empty for a bare number
	Start, End int    // byte offsets into the text it was read from
}
