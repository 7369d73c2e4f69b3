package local

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

const (
	manifestFile   = "manifest.json"
	dictionaryFile = "terms.dictionary"
)

// A manifest describes a finished corpus folder; it is written last.
type manifest struct {
	Version   int              `json:"version"`
	Key       string           `json:"key"`
	Stemming  string           `json:"stemming"`
	Stats     Stats            `json:"stats"`
	Totals    postings.Totals  `json:"totals"`
	Bad       *BadLinesError   `json:"bad,omitempty"`
	Segments  []segmentEntry   `json:"segments"`
	Chunks    []chunkEntry     `json:"chunks"`
	FileSizes map[string]int64 `json:"file_sizes"`
	Check     string           `json:"check"` // SHA-256 of the manifest without it
}

// A segmentEntry is a segment with its documents that belong to the corpus.
type segmentEntry struct {
	Name      string         `json:"name"`
	Documents int            `json:"documents"` // all of them
	Runs      []postings.Run `json:"runs"`
}

// A chunkEntry is a chunk of a file with where its documents lie.
type chunkEntry struct {
	Digest    string     `json:"digest"`
	Segment   int        `json:"segment"`
	First     int        `json:"first"` // of the segment's documents
	Documents int        `json:"documents"`
	Bad       int        `json:"bad,omitempty"`
	BadAt     []chunkBad `json:"bad_at,omitempty"` // the first 20
}

// A chunkBad is a bad line, by its place in the chunk.
type chunkBad struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func (m *manifest) check() (string, error) {
	copied := *m
	copied.Check = ""
	b, err := json.Marshal(&copied)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

func (m *manifest) write(dir string) (err error) {
	if m.Check, err = m.check(); err != nil {
		return err
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, manifestFile), append(b, '\n'))
}

// readManifest reads the manifest of a folder. Its error satisfies needsBuild.
func readManifest(dir string) (*manifest, error) {
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, err
	}
	m := &manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, &damagedError{err}
	}
	if m.Version != formatVersion {
		return nil, &damagedError{errors.New("its manifest is another version's")}
	}
	if sum, err := m.check(); err != nil || sum != m.Check {
		return nil, &damagedError{errors.New("its manifest has changed")}
	}
	return m, nil
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
