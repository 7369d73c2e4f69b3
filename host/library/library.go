// Package library imports literature that a team already has: folders of PDFs, reference lists, exports, dumps, a Zotero library. [Import] reads
// the files, merges copies of one work, and keeps the result as corpus lines that host/retrieval/local indexes:
//
//	imported, err := library.Import(ctx, library.Options{Paths: []string{"papers/"}, Dir: cacheDir})
//	corpus, err := local.Open(ctx, local.Options{Files: []string{imported.Path}, …})
//
// # Nothing is lost silently
//
// Each file, and each part of one, that could not be read is a [Problem] of the report; the rest is imported. Files of unknown kinds in a folder are
// counted.
//
// # What is kept
//
// Below Dir lie what was read of each PDF, by the PDF's content, and the corpus of each set of files, by names and contents. Importing the same
// files again reads nothing but their sizes and times.
package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/library/papers"
	"github.com/sparkhost/sparkhost/host/library/table"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// version is part of the key of a corpus: a change of what an import makes of the same files raises it.
const version = "1"

// Options say what to import.
type Options struct {
	// Paths are files and folders; at least one.
	Paths []string
	// Dir is the cache folder, required, made when missing.
	Dir string
	// Columns name the columns of tables; nil: known names are found.
	Columns table.Columns
	// PDF reads PDFs; nil: a reader of the import's own. It is not closed.
	PDF *pdf.Reader
	// Progress, if set, is told how many bytes of how many have been read, from one goroutine at a time.
	Progress func(done, total int)
}

// Imported is a corpus that was made of files.
type Imported struct {
	Path   string // of the corpus lines, below Options.Dir; it is never changed
	Report Report
}

// ErrNothing is matched by the error of an import that found no work; the report says why.
var ErrNothing = errors.New("no work could be imported")

// An importer is one import under way.
type importer struct {
	Options
	spool       *spool
	report      Report
	attachments []Attachment
	total       int64

	mu      sync.Mutex // guards what follows
	done    int64
	changed bool
}

// An Attachment is a PDF outside of the imported paths that a reference list names, as it was.
type Attachment struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

// kept is the report of a corpus as it lies beside it.
type kept struct {
	Report      Report       `json:"report"`
	Attachments []Attachment `json:"attachments,omitempty"`
	Digest      string       `json:"digest"` // of the corpus lines
}

// Import reads all files and returns their works as one corpus. An error other than [ErrNothing] means that nothing was made; leftovers are
// removed. Imports of the same files at once are safe: the last one wins, with equal bytes.
func Import(ctx context.Context, o Options) (Imported, error) {
	if o.Dir == "" {
		return Imported{}, errors.New("no cache folder is named")
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, "corpora"), 0o755); err != nil {
		return Imported{}, fmt.Errorf("cache folder: %w", err)
	}
	c, err := collect(o.Paths)
	if err != nil {
		return Imported{}, err
	}
	im := &importer{Options: o}
	im.report = Report{Files: len(c.sources), Found: map[string]int{}, Other: c.other, Problems: c.problems}
	if err := im.digests(ctx, c); err != nil {
		return Imported{}, err
	}
	dir := filepath.Join(o.Dir, "corpora", im.key(c))
	if found, ok := im.recall(ctx, dir); ok {
		return found, nil
	}
	return im.run(ctx, c, dir)
}

// files returns the folder that remembers the digests of files.
func (im *importer) files() string { return filepath.Join(im.Dir, "files") }

// digests hashes all files. One that cannot be read is a problem, and left out.
func (im *importer) digests(ctx context.Context, c *collection) error {
	var readable []source
	for _, s := range c.sources {
		var err error
		switch {
		case s.format == formatZotero:
			s.digest, err = im.zoteroDigest(ctx, s.path)
		case s.format == formatPDF && s.size > papers.MostBytes:
			s.digest = fmt.Sprintf("%d bytes", s.size) // it is not read
		default:
			s.digest, err = local.FileDigest(ctx, im.files(), s.path)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			im.problem(Problem{File: s.path, Reason: plainReason(err), Whole: true})
			continue
		}
		im.total += s.size
		readable = append(readable, s)
	}
	c.sources = readable
	return nil
}

// key names a corpus by all that it depends on.
func (im *importer) key(c *collection) string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	columns := []byte{}
	if len(im.Columns) > 0 {
		columns, _ = json.Marshal(im.Columns) // texts always encode
	}
	_ = enc.Encode([]any{version, papers.Version, string(columns), im.report.Problems, c.other}) // a hash takes all
	for _, s := range c.sources {
		_ = enc.Encode([]string{s.path, string(s.format), s.digest})
	}
	return hex.EncodeToString(h.Sum(nil))
}

const (
	linesFile  = "corpus.jsonl"
	reportFile = "report.json" // written last
)

// recall finds the corpus of an earlier import whose attachments are as they were.
func (im *importer) recall(ctx context.Context, dir string) (Imported, bool) {
	var k kept
	b, err := os.ReadFile(filepath.Join(dir, reportFile))
	if err != nil || json.Unmarshal(b, &k) != nil {
		return Imported{}, false
	}
	path := filepath.Join(dir, linesFile)
	for _, a := range append(k.Attachments, Attachment{path, k.Digest}) {
		if digest, err := local.FileDigest(ctx, im.files(), a.Path); err != nil || digest != a.Digest {
			return Imported{}, false
		}
	}
	k.Report.Kept = true
	return Imported{Path: path, Report: k.Report}, true
}

func (im *importer) problem(p Problem) {
	im.mu.Lock()
	defer im.mu.Unlock()
	im.report.Problems = append(im.report.Problems, p)
}

// changes notes that a file changed: what was made is not kept for the next import.
func (im *importer) changes() {
	im.mu.Lock()
	defer im.mu.Unlock()
	im.changed = true
}

func (im *importer) advance(n int64) {
	im.mu.Lock()
	defer im.mu.Unlock()
	im.done += n
	if im.Progress != nil {
		im.Progress(int(im.done), int(im.total))
	}
}

// save writes the report beside the lines, which makes the corpus complete.
func (im *importer) save(ctx context.Context, dir string) error {
	digest, err := local.FileDigest(ctx, im.files(), filepath.Join(dir, linesFile))
	if err != nil {
		return err
	}
	return written.JSON(filepath.Join(dir, reportFile), kept{Report: im.report, Attachments: im.attachments, Digest: digest})
}
