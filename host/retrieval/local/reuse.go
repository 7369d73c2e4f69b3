package local

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A segment of another corpus is shared if at least half of its documents belong to this one. Of those with few documents so
// many are shared; when there are more, their documents are indexed again, together.
const (
	fewDocuments = 1 << 13
	mostSmall    = 8
)

// A candidate is a segment of another corpus in the cache folder.
type candidate struct {
	dir       string
	name      string
	documents int
	chunks    map[[sha256.Size]byte]chunkEntry
	shared    int // documents of the chunks that this corpus has, too
}

// findReusable looks for segments of other corpora, such as the one of these files before they changed, and
// makes them part of this one.
func (b *builder) findReusable(ctx context.Context) error {
	candidates := b.candidates()
	if len(candidates) == 0 {
		return nil
	}
	wanted, err := b.digests(ctx)
	if err != nil {
		return err
	}
	b.reusable = map[[sha256.Size]byte]*placed{}
	for _, c := range choose(candidates, wanted) {
		b.share(c, wanted)
	}
	return ctx.Err()
}

// candidates returns the segments of all corpora beside the one that is being built, in the order of their names.
func (b *builder) candidates() []*candidate {
	parent := filepath.Dir(b.dir)
	folders, err := os.ReadDir(parent)
	if err != nil {
		return nil // then all is indexed
	}
	byName := map[string]*candidate{}
	for _, f := range folders {
		m, err := readManifest(filepath.Join(parent, f.Name()))
		if err != nil || m.Stemming != b.options.Settings.Stemming {
			continue
		}
		for _, k := range m.Chunks {
			m.offer(byName, filepath.Join(parent, f.Name()), k)
		}
	}
	var out []*candidate
	for _, c := range byName {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b *candidate) int { return cmp.Compare(a.name, b.name) })
	return out
}

// offer adds a chunk to the candidate that holds it. What does not fit is left out.
func (m *manifest) offer(byName map[string]*candidate, dir string, k chunkEntry) {
	digest, err := hex.DecodeString(k.Digest)
	if err != nil || len(digest) != sha256.Size || k.Segment < 0 || k.Segment >= len(m.Segments) || k.First < 0 || k.Documents < 0 {
		return
	}
	s := m.Segments[k.Segment]
	if name, err := hex.DecodeString(s.Name); err != nil || len(name) != 16 || k.First+k.Documents > s.Documents {
		return
	}
	c := byName[s.Name]
	if c == nil {
		c = &candidate{dir: dir, name: s.Name, documents: s.Documents, chunks: map[[sha256.Size]byte]chunkEntry{}}
		byName[s.Name] = c
	}
	c.chunks[[sha256.Size]byte(digest)] = k
}

// digests returns those of all chunks of the files.
func (b *builder) digests(ctx context.Context) (map[[sha256.Size]byte]bool, error) {
	out := map[[sha256.Size]byte]bool{}
	for i, path := range b.options.Files {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		err = eachChunk(&meter{ctx: ctx, r: f}, i, func(k *chunk) error {
			out[k.digest] = true
			return nil
		})
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return out, nil
}

// choose returns the candidates that are worth sharing, the largest first.
func choose(candidates []*candidate, wanted map[[sha256.Size]byte]bool) (chosen []*candidate) {
	for _, c := range candidates {
		for digest, k := range c.chunks {
			if wanted[digest] {
				c.shared += k.Documents
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b *candidate) int { return cmp.Compare(b.shared, a.shared) })
	taken, small := map[[sha256.Size]byte]bool{}, 0
	for _, c := range candidates {
		fresh := 0
		for digest, k := range c.chunks {
			if wanted[digest] && !taken[digest] {
				fresh += k.Documents
			}
		}
		if fresh == 0 || 2*fresh < c.documents {
			continue
		}
		for digest := range c.chunks {
			taken[digest] = true
		}
		chosen = append(chosen, c)
		if c.documents < fewDocuments {
			small++
		}
	}
	if small <= mostSmall {
		return chosen
	}
	return slices.DeleteFunc(chosen, func(c *candidate) bool { return c.documents < fewDocuments })
}

// share makes a segment part of this corpus, unless its files are damaged or gone: then it is indexed again.
func (b *builder) share(c *candidate, wanted map[[sha256.Size]byte]bool) {
	for _, file := range segmentFiles(c.name) {
		if shareFile(filepath.Join(c.dir, file), filepath.Join(b.dir, file)) != nil {
			b.unshare(c)
			return
		}
	}
	s, err := openSegment(b.dir, c.name, nil)
	if err != nil {
		b.unshare(c)
		return
	}
	if s.postings.Documents() != c.documents || s.check() != nil {
		_ = s.close() // it is not used
		b.unshare(c)
		return
	}
	u := &unit{name: c.name, documents: c.documents, open: s}
	b.reused = append(b.reused, u)
	for digest, k := range c.chunks {
		if wanted[digest] && b.reusable[digest] == nil {
			b.reusable[digest] = &placed{segment: u, doc: k.First, documents: k.Documents, bad: k.Bad, badAt: k.BadAt}
		}
	}
}

func (b *builder) unshare(c *candidate) {
	for _, file := range segmentFiles(c.name) {
		_ = os.Remove(filepath.Join(b.dir, file)) // a file that stays is part of no corpus
	}
}
