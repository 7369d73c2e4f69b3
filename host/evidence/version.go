package evidence

// The kinds of a [Version].
const (
	KindPublished = "published" // what is not known to be one of the others
	KindPreprint  = "preprint"  // see [Document.Preprint]
	KindWeb       = "web"       // a page of the web that names the work
)

// A Version is one form of a work: what a journal published, or the preprint before it. Zero values
// mean unknown.
type Version struct {
	Kind      string `json:"kind"`
	Year      int    `json:"year,omitempty"`
	Venue     string `json:"venue,omitempty"`
	Type      string `json:"type,omitempty"`
	DOI       string `json:"doi,omitempty"`
	ArXiv     string `json:"arxiv,omitempty"`
	PMID      string `json:"pmid,omitempty"`
	PMCID     string `json:"pmcid,omitempty"`
	Retracted bool   `json:"retracted,omitempty"`
	Copies    []Copy `json:"copies"` // who describes it
}

// A Copy is one source's description of a version.
type Copy struct {
	Source string `json:"source"`
	ID     string `json:"id"` // what the source calls it
}

// A Conflict is something on which the copies of a work do not agree.
type Conflict struct {
	Field  string          `json:"field"` // as in a document: "title", "year", "doi" or "citation_count"
	Values []ConflictValue `json:"values"`
}

// A ConflictValue is the value that one copy gives.
type ConflictValue struct {
	Copy
	Value string `json:"value"`
}

// VersionKind tells what kind of version a document describes.
func (d *Document) VersionKind() string {
	switch {
	case d.Type == "web":
		return KindWeb
	case d.Preprint():
		return KindPreprint
	}
	return KindPublished
}
