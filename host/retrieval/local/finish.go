package local

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/host/retrieval/local/postings"
)

// finish joins the segments to a corpus: it leaves out documents that repeat an id, counts what is left, writes the
// dictionary of all, and last the manifest.
func (b *builder) finish(ctx context.Context, key string) (err error) {
	m := &manifest{Version: formatVersion, Key: key, Stemming: b.options.Settings.Stemming}
	units := b.reused
	for _, l := range b.lanes {
		units = append(units, l.units...)
	}
	defer func() { err = errors.Join(err, closeUnits(units)) }()
	for i, u := range units {
		u.index = i
		if u.open == nil {
			if u.open, err = openSegment(b.dir, u.name, nil); err != nil {
				return err
			}
		}
		m.Segments = append(m.Segments, segmentEntry{Name: u.name, Documents: u.documents})
	}
	for _, p := range b.chunks {
		if p.segment == nil {
			p.copyPlace(b.known[p.digest])
		}
	}
	repeated := b.repeated()
	b.count(m, repeated)
	bad, err := b.badLines(repeated)
	switch {
	case err != nil:
		return err
	case bad.Count > 0 && !b.options.SkipBadLines:
		return bad
	case m.Stats.Documents == 0:
		return b.noDocuments()
	case bad.Count > 0:
		m.Bad = bad
	}
	gone, err := b.gone(ctx, m, units)
	if err != nil {
		return err
	}
	return b.writeFolder(m, units, gone)
}

func closeUnits(units []*unit) (err error) {
	for _, u := range units {
		if u.open != nil {
			err = errors.Join(err, u.open.close())
			u.open = nil
		}
	}
	return err
}

func (b *builder) writeFolder(m *manifest, units []*unit, gone map[string]postings.Entry) error {
	var all []*postings.Segment
	for _, u := range units {
		all = append(all, u.open.postings)
	}
	if err := postings.WriteDictionary(filepath.Join(b.dir, dictionaryFile), all, gone); err != nil {
		return err
	}
	for _, p := range b.chunks {
		m.Chunks = append(m.Chunks, chunkEntry{hex.EncodeToString(p.digest[:]), p.segment.index, p.doc, p.documents, p.bad, p.badAt})
	}
	var err error
	if m.FileSizes, err = fileSizes(b.dir); err != nil {
		return err
	}
	return m.write(b.dir)
}

// count numbers the documents of the corpus, in the order of files and lines, and adds up their statistics.
func (b *builder) count(m *manifest, repeated map[uint32]uint32) {
	m.Stats.Unread = b.unread
	number, ordinal := uint32(0), uint32(0)
	for _, p := range b.chunks {
		runs := &m.Segments[p.segment.index].Runs
		for doc := uint32(p.doc); doc < uint32(p.doc+p.documents); doc++ {
			_, again := repeated[number]
			if number++; again {
				m.Stats.Duplicates++
				continue
			}
			whole, title := p.segment.open.postings.Lengths(int(doc))
			m.Stats.count(p.segment.open.records.Row(int(doc)), title, whole)
			m.Totals.Whole, m.Totals.Title = m.Totals.Whole+uint64(whole), m.Totals.Title+uint64(title)
			*runs = extend(*runs, doc, ordinal)
			ordinal++
		}
	}
	m.Totals.Documents = uint64(ordinal)
	for _, s := range m.Segments {
		slices.SortFunc(s.Runs, func(a, b postings.Run) int { return int(int64(a.First) - int64(b.First)) })
	}
}

// extend adds a document to the last run if it follows it, else as a run of its own.
func extend(runs []postings.Run, doc, ordinal uint32) []postings.Run {
	if n := len(runs); n > 0 {
		if r := &runs[n-1]; r.First+r.Count == doc && r.Ordinal+r.Count == ordinal {
			r.Count++
			return runs
		}
	}
	return append(runs, postings.Run{First: doc, Count: 1, Ordinal: ordinal})
}

// gone counts the terms of documents that are in a segment and not in the corpus.
func (b *builder) gone(ctx context.Context, m *manifest, units []*unit) (map[string]postings.Entry, error) {
	gone, c := map[string]postings.Entry{}, newCounter(b.analyzer)
	for i, u := range units {
		next := 0
		for _, r := range append(slices.Clone(m.Segments[i].Runs), postings.Run{First: uint32(u.documents)}) {
			for ; next < int(r.First); next++ {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				d, err := u.open.document(next)
				if err != nil {
					return nil, fmt.Errorf("document %d of segment %s: %w", next, u.name, err)
				}
				counts, _, _ := c.document(&d)
				for _, k := range counts {
					e := gone[k.Term]
					gone[k.Term] = postings.Entry{Documents: e.Documents + 1, Titles: e.Titles + uint64(min(1, k.Title))}
				}
			}
			next = int(r.First + r.Count)
		}
	}
	return gone, nil
}
