package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A Reader holds one record. It may be used by many goroutines.
type Reader struct {
	Name      string // file, or id in the store
	Partial   bool   // no result event, or no seal where one is due: the run was cut off
	Truncated bool   // the last line was cut off and is left out
	Chained   bool   // a seal was found and compared; false: the record is partial, or of before there were seals

	size    int // of the lines, in bytes
	entries []entry
	sealed  bool // the run event promises a seal
	inline  map[string][]byte
	skimmed map[string][]byte                   // lines of blobs that were not parsed
	blob    func(digest string) ([]byte, error) // nil: all blobs are inline
}

// ReadFile loads a record from a JSON lines file.
func ReadFile(path string) (*Reader, error) {
	b, err := bounded.ReadFile(path, bounded.Record)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return readLines(path, b, nil)
}

// Load reads the file with that path if there is one, else the record that ref stands
// for (see [Store.Resolve]) in the store that open gives; the store is closed again
// with the returned function.
func Load(ctx context.Context, ref string, open func(context.Context) (*Store, error)) (*Reader, func() error, error) {
	r, err := ReadFile(ref)
	if !errors.Is(err, fs.ErrNotExist) {
		return r, func() error { return nil }, err
	}
	s, err := open(ctx)
	if err != nil {
		return nil, nil, err
	}
	id, err := s.Resolve(ref)
	if err == nil {
		r, err = s.Read(id)
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return r, s.Close, nil
}

// mostLines of a record are read; runs write some hundreds. A line of few bytes takes its reader much more than these.
const mostLines = 250_000

// mostLine bounds the bytes of one line, such as of a text.
const mostLine = 32 << 20

// readLines parses a whole record, which holds an event at least: what has none is not a record. A last line without its newline that cannot be
// parsed was being written when the process died; any other bad line is damage.
func readLines(name string, b []byte, blob func(string) ([]byte, error)) (*Reader, error) {
	return read(name, b, blob, parse)
}

func read(name string, b []byte, blob func(string) ([]byte, error), look func([]byte) (entry, error)) (*Reader, error) {
	r := &Reader{Name: name, Partial: true, size: len(b), inline: map[string][]byte{}, skimmed: map[string][]byte{}, blob: blob}
	last, whole := 0, b
	var chain chain
	checks := checker{seen: map[Kind]bool{}}
	for n := 1; len(b) > 0; n++ {
		if n > mostLines {
			return nil, fmt.Errorf("record %s: more than %d lines: no run writes so many", name, mostLines)
		}
		line, rest, ended := bytes.Cut(b, []byte("\n"))
		b = rest
		if len(line) > mostLine {
			return nil, &CorruptError{name, n, fmt.Errorf("a line of more than %d MiB: no run writes so much", mostLine>>20)}
		}
		if !ended {
			look = decodeLine // it may be cut anywhere, behind a bracket and in what a blob carries, too
		}
		e, err := look(line)
		if err != nil && !ended {
			r.Truncated = true
			break
		}
		if err == nil && e.digest == "" && !e.event.follows(last) {
			err = fmt.Errorf("%w: event %d after event %d", errLine, e.event.Seq, last)
		}
		if err == nil {
			err = r.chained(&chain, e, line)
		}
		if err == nil && e.digest == "" {
			err = r.event(&checks, e.event)
		}
		if errors.Is(err, ErrNewer) {
			return nil, fmt.Errorf("record %s: %w", name, err)
		}
		if err != nil {
			return nil, &CorruptError{name, n, err}
		}
		r.add(e)
		last = max(last, e.event.Seq)
	}
	if last == 0 {
		return nil, &CorruptError{Name: name, Err: errors.New(emptiness(whole, len(r.entries)))}
	}
	r.Partial = r.Partial || r.sealed && !r.Chained
	return r, nil
}

// chained compares the chain so far with what the line says of it, and takes the line in.
func (r *Reader) chained(c *chain, e entry, line []byte) error {
	if e.digest != "" {
		line = bytes.TrimSuffix(reference(e.digest), []byte("\n"))
		c.add(kindBlob, line)
		return nil
	}
	if r.Chained {
		return fmt.Errorf("a line follows the seal: %s", changed)
	}
	if err := c.check(e.event, line); err != nil {
		return err
	}
	r.Chained = e.event.Kind == KindSeal
	c.add(e.event.Kind, line)
	return nil
}

// emptiness says why a record holds no event: it has no bytes, only zeros, or neither of these. Each may
// be left by a run that is ended before its first event is on the disk.
func emptiness(b []byte, lines int) string {
	what := "no event of it is whole"
	switch {
	case len(b) == 0:
		what = "it is empty"
	case len(bytes.Trim(b, "\x00")) == 0:
		what = "it holds zero bytes only"
	case lines > 0:
		what = "it has texts and no event"
	}
	return what + ": a run that was cut off at its start leaves that, and nothing is lost in it; run the question anew"
}

// event checks an event, and takes from it what it says of the record.
func (r *Reader) event(c *checker, e Event) error {
	if e.Kind == KindRun {
		run, err := beginning(e)
		if err != nil {
			return err
		}
		r.sealed = run.Chained
	}
	if e.Kind == KindResult {
		r.Partial = false
	}
	return c.check(e)
}

func (r *Reader) add(e entry) {
	r.entries = append(r.entries, e)
	if e.data != nil {
		r.inline[e.digest] = e.data
	}
	if e.raw != nil {
		r.skimmed[e.digest] = e.raw
	}
}

// Size returns the number of bytes of the record's lines, which the Reader holds.
func (r *Reader) Size() int { return r.size }

// Events iterates over all events in order.
func (r *Reader) Events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for _, e := range r.entries {
			if e.digest == "" && !yield(e.event) {
				return
			}
		}
	}
}

// Each decodes every event of one kind, in order.
func Each[T any](r *Reader, kind Kind) ([]T, error) {
	var all []T
	for e := range r.Events() {
		if e.Kind != kind {
			continue
		}
		var v T
		if err := e.Decode(&v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Blob returns what was put aside under digest, checked against it, or
// [ErrNotFound]. The caller must not change it.
func (r *Reader) Blob(digest string) ([]byte, error) {
	if b, ok := r.inline[digest]; ok {
		return b, nil
	}
	if line, ok := r.skimmed[digest]; ok {
		e, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("record %s: blob %s: %w: %w", r.Name, digest, ErrCorrupt, err)
		}
		return e.data, nil
	}
	if r.blob == nil {
		return nil, fmt.Errorf("record %s: blob %s: %w", r.Name, digest, ErrNotFound)
	}
	return r.blob(digest)
}

// Check reads each blob, which [Skim] leaves for later, and checks it against its digest.
func (r *Reader) Check() error {
	for _, e := range r.entries {
		if e.digest == "" {
			continue
		}
		if _, err := r.Blob(e.digest); err != nil {
			return err
		}
	}
	return nil
}

// Summary returns the record in one line.
func (r *Reader) Summary() (Summary, error) {
	s := Summary{}
	for e := range r.Events() {
		if err := s.take(e); err != nil {
			return s, err
		}
	}
	s.Partial = r.Partial
	return s, nil
}
