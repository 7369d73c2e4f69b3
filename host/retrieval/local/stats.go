package local

// Stats describes a corpus.
type Stats struct {
	Documents    int `json:"documents"`
	Empty        int `json:"empty"` // documents without any text: kept, but never a hit
	WithTitle    int `json:"with_title"`
	WithAbstract int `json:"with_abstract"`
	WithText     int `json:"with_text"`
	WithSections int `json:"with_sections"`
	WithYear     int `json:"with_year"`
	WithVenue    int `json:"with_venue"`
	WithDOI      int `json:"with_doi"`
	WithCites    int `json:"with_citation_count"`
	Retracted    int `json:"retracted"`
	FirstYear    int `json:"first_year,omitempty"`
	LastYear     int `json:"last_year,omitempty"`
	// MeanTerms is the mean number of index terms of a document.
	MeanTerms float64 `json:"mean_terms"`
	// Skipped counts the bad lines that were left out, duplicates among them.
	Skipped    int       `json:"skipped"`
	Duplicates int       `json:"duplicates"`           // bad lines that repeat an id
	SkippedAt  []BadLine `json:"skipped_at,omitempty"` // the first 20
	SkippedIn  []BadFile `json:"skipped_in,omitempty"` // the files that have any, in order
	// Unread are keys of the first 100 lines of a file that no document has a field for, at most 20, as [evidence.UnreadKeys] names them.
	Unread     []string `json:"unread,omitempty"`
	IndexBytes int64    `json:"index_bytes"` // on disk, documents included
	Digest     string   `json:"digest"`      // as [Corpus.Digest]
	Files      []string `json:"files"`
}

// Of so many lines of each file keys are looked at, and of so many they are named.
const (
	unreadLines = 100
	maxUnread   = 20
)
