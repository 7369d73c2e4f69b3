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
// does not hold a document, repeats an id, is not UTF-8 or is longer than 16 MiB is a bad
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
// Files are cut into chunks of some thousand lines by their content, and chunks are indexed into segments. A corpus
// whose files changed, or to which files were added, shares the segments of chunks that stayed the same with the
// corpora that are there, as hard links; only the other chunks are indexed. Ranking and scores are those
// of an index that was built from nothing, to the last bit.
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
	"path/filepath"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local/pagefile"
	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
	"github.com/sparkhost/sparkhost/host/retrieval/local/records"
)

// formatVersion is part of every key: a change of what is in a corpus folder, or of the
// analysis, raises it.
const formatVersion = 8

// cachedBlocks is the number of blocks of documents that stay decompressed, 96 KiB each.
const cachedBlocks = 200

// keptFrequencies is the number of terms whose document frequencies stay in memory.
const keptFrequencies = 1 << 16

// keptDocuments is the number of documents that stay decoded, of longestDocument bytes of text at most: some 10 MB together.
const keptDocuments, longestDocument = 1024, 8 << 10

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
	dir         string
	analyzer    analyzer
	m           *manifest
	stats       Stats

	mu         sync.RWMutex // held for writing by Close only
	closed     bool
	segments   []*segment
	dictionary *postings.Dictionary
	index      *postings.Index
	counters   sync.Pool // of *counter
	// frequencies are in how many documents the terms are that feedback met last.
	frequencies *lru.Cache[string, uint64]
	// counts are the terms of the documents that feedback read last, by their ordinals.
	counts *lru.Cache[int, counted]
	// documents are those that were read last, by their ordinals.
	documents *lru.Cache[int, evidence.Document]
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

// load opens a finished corpus folder. Its error satisfies needsBuild when there is none.
func load(dir, key string, o *Options) (*Corpus, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	if m.Key != key {
		return nil, &damagedError{errors.New("its manifest is another's")}
	}
	if err := m.complete(dir); err != nil {
		return nil, &damagedError{err}
	}
	if m.Bad != nil && !o.SkipBadLines {
		return nil, m.Bad
	}
	c := &Corpus{settings: o.Settings, fingerprint: fingerprint(m.Key, o.Settings), dir: dir, analyzer: newAnalyzer(o.Settings.Stemming), m: m}
	if err := c.openFiles(dir); err != nil {
		return nil, &damagedError{errors.Join(err, c.release())}
	}
	c.stats = m.describe(o)
	c.counters.New = func() any { return newCounter(c.analyzer) }
	return c, nil
}

func (c *Corpus) openFiles(dir string) (err error) {
	cache, err := records.NewCache(cachedBlocks)
	if err != nil {
		return err
	}
	if c.frequencies, err = lru.New[string, uint64](keptFrequencies); err != nil {
		return err
	}
	if c.counts, err = lru.New[int, counted](keptCounts); err != nil {
		return err
	}
	if c.documents, err = lru.New[int, evidence.Document](keptDocuments); err != nil {
		return err
	}
	var parts []postings.Part
	for _, e := range c.m.Segments {
		s, err := openSegment(dir, e.Name, cache)
		if err != nil {
			return err
		}
		c.segments = append(c.segments, s)
		parts = append(parts, postings.Part{Segment: s.postings, Runs: e.Runs})
	}
	if c.dictionary, err = postings.OpenDictionary(filepath.Join(dir, dictionaryFile)); err != nil {
		return err
	}
	c.index, err = postings.NewIndex(parts, c.dictionary, c.m.Totals)
	return err
}

// release closes the files.
func (c *Corpus) release() error {
	err := closeAll(c.segments)
	if c.dictionary != nil {
		err = errors.Join(err, c.dictionary.Close())
	}
	return err
}

func (m *manifest) describe(o *Options) Stats {
	s := m.Stats
	s.MeanTerms = float64(m.Totals.Whole) / float64(max(1, s.Documents))
	s.Digest, s.Files = m.Key, o.Files
	for _, size := range m.FileSizes {
		s.IndexBytes += size
	}
	if m.Bad != nil {
		s.Skipped, s.SkippedAt, s.SkippedIn = m.Bad.Count, m.Bad.Shown, m.Bad.Files
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
	d, err := c.fetch(ord)
	if isDamage(err) {
		err = c.searchError(err)
	}
	return d, err
}

// fetch reads a document and says where it came from.
func (c *Corpus) fetch(ord int) (evidence.Document, error) {
	d, err := c.stored(ord)
	if d.Source == "" {
		d.Source = c.Name()
	}
	return d, err
}

// stored reads a document as it is in the corpus. Searches of one question, and of the next, find many of the same. What it returns
// must not be changed.
func (c *Corpus) stored(ord int) (d evidence.Document, err error) {
	if ord < 0 || ord >= c.m.Stats.Documents {
		return d, fmt.Errorf("document %d: there are %d", ord, c.m.Stats.Documents)
	}
	if d, known := c.documents.Get(ord); known {
		return d, nil
	}
	err = pagefile.Guard(func() error {
		part, doc := c.index.Locate(uint32(ord))
		d, err = c.segments[part].document(int(doc))
		return err
	})
	if err != nil {
		return d, fmt.Errorf("document %d: %w", ord, err)
	}
	if textSize(&d) <= longestDocument {
		c.documents.Add(ord, d)
	}
	return d, nil
}

// textSize returns how many bytes of text a document has.
func textSize(d *evidence.Document) int {
	n := len(d.Title) + len(d.Abstract) + len(d.Text)
	for _, s := range d.Sections {
		n += len(s.Text)
	}
	return n
}

// DocumentDigest returns the SHA-256 (hex) of a document's canonical JSON as it is in the
// corpus, by ordinal.
func (c *Corpus) DocumentDigest(ord int) (string, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return "", errClosed
	}
	d, err := c.stored(ord)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(&d)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
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
	return c.release()
}
