package library

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// write merges the works of the spool by the rules of retrieval.Pool and writes one line for each, in the order in which they were found.
func (im *importer) write(ctx context.Context, out io.Writer) error {
	pool := retrieval.NewPool()
	for i := range im.spool.list {
		d := im.spool.list[i].head
		d.ID = strconv.Itoa(i) // its number in the spool, by which the pool's entries name their copies
		pool.Add(retrieval.Query{Text: "import"}, "local", []retrieval.Hit{{Document: d, Rank: 1}})
	}
	works := pool.Documents()
	slices.SortFunc(works, func(a, b retrieval.Entry) int { return a.Index - b.Index })
	w := bufio.NewWriterSize(out, 1<<20)
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	names := map[string]int{}
	for _, e := range works {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, copies, err := im.work(&e)
		if err != nil {
			return err
		}
		d.ID = unique(d.ID, names)
		line.Reset()
		if err := enc.Encode(d); err != nil {
			return &spoolError{err}
		}
		if reason := unreadable(line.Bytes()); reason != "" {
			im.leaveOut(&e, reason)
			continue
		}
		im.report.Documents++
		im.report.Merged += copies - 1
		if _, err := w.Write(line.Bytes()); err != nil {
			return &spoolError{err}
		}
	}
	if err := w.Flush(); err != nil {
		return &spoolError{err}
	}
	if im.report.Documents == 0 {
		return im.nothing()
	}
	return nil
}

// unreadable says why a corpus would refuse a line: one that it would not read must not spoil those that it would.
func unreadable(line []byte) string {
	if len(line) > local.MaxLine {
		return fmt.Sprintf("the work is left out: longer than %d MiB with its texts", local.MaxLine>>20)
	}
	if len(line) > evidence.MaxWord { // no text of a shorter one is refused
		if _, err := evidence.ParseDocument(line); err != nil {
			return "the work is left out: " + evidence.Clip(err.Error(), 300)
		}
	}
	return ""
}

// leaveOut tells of a work at the first place where it was found.
func (im *importer) leaveOut(e *retrieval.Entry, reason string) {
	for _, f := range e.Found {
		if n, err := strconv.Atoi(f.ID); err == nil {
			at := im.spool.list[n]
			im.problem(Problem{File: at.source.path, Line: at.line, Reason: reason})
			return
		}
	}
}

// work reads the copies of a work and makes one document of them.
func (im *importer) work(e *retrieval.Entry) (evidence.Document, int, error) {
	var numbers []int
	for _, f := range e.Found {
		if n, err := strconv.Atoi(f.ID); err == nil {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var copies []evidence.Document
	id, named := "", false
	for _, n := range slices.Compact(numbers) {
		d, err := im.spool.document(n)
		if err != nil {
			return d, 0, err
		}
		if im.spool.list[n].named && !named {
			id, named = d.ID, true
		}
		copies = append(copies, d)
	}
	d := retrieval.Merge(copies)
	d.Retracted, d.Status = e.Document.Retracted || d.Retracted, cmp.Or(e.Document.Status, d.Status) // a notice of another file may say so
	d.Relations = evidence.Relate(d.Relations, e.Document.Relations...)
	if !named {
		id = name(&d)
	}
	d.ID = id
	return d, len(copies), nil
}

// name returns an id for a work without a name of its own: its DOI or another identifier, its key in the file, or a digest of what it says.
func name(d *evidence.Document) string {
	switch {
	case d.DOI != "":
		return d.DOI
	case d.ArXiv != "":
		return "arxiv:" + d.ArXiv
	case d.PMID != "":
		return "pmid:" + d.PMID
	case d.PMCID != "":
		return d.PMCID
	case d.ID != "":
		return d.ID
	}
	sum := sha256.Sum256([]byte(d.Title + "\x00" + d.Abstract + "\x00" + d.Text))
	return "sha256:" + hex.EncodeToString(sum[:8])
}

// unique adds a number to a name that is taken. names holds the names given so far, each with the last number that it got: a
// name that ten thousand works have is not counted anew for each.
func unique(id string, names map[string]int) string {
	out := id
	for n := max(2, names[id]+1); names[out] > 0; n++ {
		out = id + "-" + strconv.Itoa(n)
		names[id] = n
	}
	names[out] = max(1, names[out])
	return out
}
