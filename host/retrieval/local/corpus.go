// Package local searches literature that lies in JSONL files on this machine.
//
// [Open] indexes the files the first time and finds the index again later:
//
//	corpus, err := local.Open(ctx, local.Options{
//		Files: []string{"corpus.jsonl"}, Dir: cacheDir, Settings: local.DefaultSettings(),
//	})
//	hits, err := corpus.Search(ctx, retrieval.Query{Text: "ice albedo feedback", Limit: 10})
//
// # Files
//
// A file holds one JSON object a line (evidence.Document), plain or gzip. A line that
// is no document, repeats an id, is not UTF-8 or is longer than 16 MiB is a bad
// line: all of them are reported together, with file and line, and refuse the corpus
// unless they are to be skipped. Blank lines are allowed. A document without any text is kept
// but is never a hit.
//
// # Folder
//
// An index lives in <Dir>/corpora/<key>, where the key covers the bytes of all files in
// order, the version of the format and the settings that shape the index. It is
// built in a folder of its own and renamed when it is complete, so that a crash leaves nothing that
// is later used; it never changes after that, so that any number of processes may
// search it at once. A process that finds another one building waits for it.
//
// # Ranking
//
// BM25 over the terms of title, abstract and text together, plus the same over the title
// alone times title_boost; then the most telling terms of the best documents are added with
// little weight ([Feedback]), which reorders the hits. Every hit shares a term with the query.
// Equal scores keep the order of the files.
package local

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// formatVersion is part of every key: a change of what is in a corpus folder, or of the
// analysis, raises it.
const formatVersion = 5

// Options say what to open.
type Options struct {
	// Files are the corpus, in order; at least one.
	Files []string
	// Dir is the cache folder, required, made when missing. It may be read-only once the
	// index is there.
	Dir string
	// SkipBadLines leaves bad lines out instead of refusing the corpus.
	SkipBadLines bool
	// Settings shape index and ranking; see [DefaultSettings].
	Settings Settings
	// Progress, if set, is told how many bytes of how many have been read while an
	// index is built. It is called from the goroutine that called Open.
	Progress func(done, total int)
}

// A Corpus is an open local corpus. It is safe for concurrent use.
type Corpus struct {
	settings    Settings
	fingerprint string // of content and settings
	analyzer    analysis.Analyzer
	m           *manifest
	stats       Stats

	mu     sync.RWMutex // held for writing by Close only
	closed bool
	docs   *store
	terms  *postings
	words  *words
	scores sync.Pool // of *accumulator
}

var _ retrieval.Source = (*Corpus)(nil)

// Open opens a corpus, indexing it first when that has not been done. Its errors
// match [ErrNoCorpus] and are *[BadLinesError] where these apply. When ctx ends,
// building stops and leaves nothing behind.
func Open(ctx context.Context, o Options) (*Corpus, error) {
	if len(o.Files) == 0 {
		return nil, fmt.Errorf("%w: name at least one JSONL file", ErrNoCorpus)
	}
	if o.Dir == "" {
		return nil, errors.New("no cache folder is named")
	}
	if err := o.Settings.check(); err != nil {
		return nil, err
	}
	digests := make([]string, len(o.Files))
	for i, path := range o.Files {
		var err error
		if digests[i], err = fileDigest(ctx, filepath.Join(o.Dir, "files"), path); err != nil {
			return nil, err
		}
	}
	key := corpusKey(digests, o.Settings)
	dir := filepath.Join(o.Dir, "corpora", key)
	c, err := load(dir, key, &o)
	if !needsBuild(err) {
		return c, err
	}
	if err := buildOnce(ctx, &o, dir, key, digests); err != nil {
		return nil, err
	}
	return load(dir, key, &o)
}

// corpusKey names an index by all that it depends on.
func corpusKey(digests []string, s Settings) string {
	b, err := json.Marshal(struct {
		Version  int
		Stemming string
		Files    []string
	}{formatVersion, s.Stemming, digests})
	if err != nil {
		b = []byte(err.Error()) // strings only: cannot happen
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A damagedError says that a corpus folder cannot be used and must be built again.
type damagedError struct{ err error }

func (e *damagedError) Error() string { return "damaged index: " + e.err.Error() }
func (e *damagedError) Unwrap() error { return e.err }

func needsBuild(err error) bool {
	var damaged *damagedError
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &damaged)
}

// load opens a finished corpus folder. Its error satisfies needsBuild when there is none.
func load(dir, key string, o *Options) (*Corpus, error) {
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, err
	}
	m := &manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, &damagedError{err}
	}
	if m.Version != formatVersion || m.Key != key {
		return nil, &damagedError{errors.New("its manifest is another's")}
	}
	if err := m.complete(dir); err != nil {
		return nil, &damagedError{err}
	}
	if m.Bad != nil && !o.SkipBadLines {
		return nil, m.Bad
	}
	c := &Corpus{settings: o.Settings, fingerprint: fingerprint(m.Key, o.Settings), analyzer: newAnalyzer(o.Settings.Stemming), m: m}
	if err := c.openFiles(dir); err != nil {
		return nil, &damagedError{err}
	}
	c.stats = m.describe(o)
	c.scores.New = func() any { return newAccumulator(m.Stats.Documents) }
	return c, nil
}

func (c *Corpus) openFiles(dir string) (err error) {
	if c.docs, err = openStore(dir, c.m.Stats.Documents); err != nil {
		return err
	}
	if c.words, err = readWords(dir); err != nil {
		return errors.Join(err, c.docs.close())
	}
	if c.terms, err = openPostings(dir, c.m.Stats.Documents); err != nil {
		return errors.Join(err, c.docs.close())
	}
	return nil
}

func (m *manifest) describe(o *Options) Stats {
	s := m.Stats
	s.MeanTerms = m.AllLen / float64(max(1, s.Documents))
	s.Digest, s.Files = m.Key, o.Files
	for _, size := range m.FileSizes {
		s.IndexBytes += size
	}
	if m.Bad != nil {
		s.Skipped, s.SkippedAt = m.Bad.Count, m.Bad.Shown
	}
	return s
}

// Name is "local".
func (c *Corpus) Name() string { return "local" }

// Digest identifies the files' content and the settings that shape the index, in hex.
func (c *Corpus) Digest() string { return c.m.Key }

// Fingerprint identifies content and all settings, in hex.
func (c *Corpus) Fingerprint() string { return c.fingerprint }

func fingerprint(key string, s Settings) string {
	sum := sha256.Sum256(append([]byte(key+"\n"), s.canonical()...))
	return hex.EncodeToString(sum[:])
}

// Stats describes the corpus. Its slices must not be changed.
func (c *Corpus) Stats() Stats { return c.stats }

// Document returns a document by ordinal: its place among the good lines of all
// files, from 0.
func (c *Corpus) Document(ord int) (evidence.Document, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return evidence.Document{}, errClosed
	}
	return c.fetch(ord)
}

// fetch reads a document and says where it came from.
func (c *Corpus) fetch(ord int) (evidence.Document, error) {
	d, err := c.docs.document(ord)
	if d.Source == "" {
		d.Source = c.Name()
	}
	return d, err
}

// DocumentDigest returns the SHA-256 (hex) of a document's canonical JSON as it is in the
// corpus, by ordinal.
func (c *Corpus) DocumentDigest(ord int) (string, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return "", errClosed
	}
	return c.docs.digest(ord)
}

var errClosed = errors.New("source local: closed")

// Close releases the files. It waits for searches that are under way; calls after
// it fail. It is safe to call twice.
func (c *Corpus) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	return errors.Join(c.terms.close(), c.docs.close())
}
