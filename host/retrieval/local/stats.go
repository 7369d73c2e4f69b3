package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
)

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

// count adds a document whose title and whole text have so many terms.
func (s *Stats) count(d *evidence.Document, title, all int) {
	s.Documents++
	for _, c := range []struct {
		n    *int
		when bool
	}{
		{&s.Empty, all == 0}, {&s.WithTitle, title > 0}, {&s.WithAbstract, d.Abstract != ""}, {&s.WithText, d.Text != ""},
		{&s.WithSections, len(d.Sections) > 0}, {&s.WithYear, d.Year != 0}, {&s.WithVenue, d.Venue != ""},
		{&s.WithDOI, d.DOI != ""}, {&s.WithCites, d.CitationCount != nil}, {&s.Retracted, d.Retracted},
	} {
		if c.when {
			*c.n++
		}
	}
	if d.Year != 0 {
		if s.FirstYear == 0 || d.Year < s.FirstYear {
			s.FirstYear = d.Year
		}
		s.LastYear = max(s.LastYear, d.Year)
	}
}

// fileSizes lists the sizes of the files under dir by slash-separated path.
func fileSizes(dir string) (map[string]int64, error) {
	sizes := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == manifestFile {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		sizes[filepath.ToSlash(rel)] = info.Size()
		return err
	})
	return sizes, err
}

// complete reports whether the files are all there in full length.
func (m *manifest) complete(dir string) error {
	for name, size := range m.FileSizes {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if info.Size() != size {
			return errors.New(name + " has changed")
		}
	}
	return nil
}
