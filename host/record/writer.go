package record

import (
	"errors"
	"fmt"
	"sync"
)

// Errors to branch on.
var (
	ErrFinished = errors.New("record is finished")
	ErrOpen     = errors.New("record is being written") // by another Writer, of this process or of another
	ErrNotFound = errors.New("no such record")
	ErrCorrupt  = errors.New("record is corrupt") // see [CorruptError]
)

// A Sink is a place for records: a [Store], a [Folder] or several of them
// ([Multi]). Sinks may be used by many goroutines. The interface is sealed.
type Sink interface {
	// Begin starts the record with that id, which may be any non-empty text. A
	// finished record of the same id stays readable until the new one is finished.
	Begin(id string) (*Writer, error)

	begin(id string) (output, error)
}

// A written is one event on its way to outputs.
type written struct {
	kind  Kind
	line  []byte // ends in a newline
	data  []byte // the event's own part of the line
	value any    // what the caller appended; nil where only the data is known
}

// An output takes the lines of one writer.
type output interface {
	line(written) error
	blob(digest string, data []byte) error
	finish() error
	close() error // leaves what was written as a partial record
}

// A Writer appends to one record. It may be used by many goroutines, but the order
// of events is the order of the calls, so a reproducible record needs one caller at
// a time. After an error every further call returns that error.
type Writer struct {
	mu    sync.Mutex
	out   output
	seq   int
	chain chain
	blobs map[string]bool
	err   error
	done  bool
}

// Append adds one event. data is the struct that kind names, or its canonical JSON.
// The elapsed time in a [Result] is set to zero: it belongs to a timing event.
func (w *Writer) Append(kind Kind, data any) error {
	if r, ok := data.(*Result); ok && r != nil {
		data = *r
	}
	if r, ok := data.(Result); ok {
		r.Budget.ElapsedMS = 0
		data = r
	}
	if r, ok := data.(Run); ok {
		r.Chained = true
		data = r
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.append(kind, data)
}

// append adds an event to record and chain; mu is held.
func (w *Writer) append(kind Kind, data any) error {
	raw, err := Canonical(data)
	if err != nil {
		return fmt.Errorf("%w (kind %s)", err, kind)
	}
	seq := w.seq
	if kind != KindTiming {
		seq++
	}
	w.seq = seq
	line := eventLine(seq, kind, raw)
	w.chain.add(kind, line[:len(line)-1])
	return w.do(func() error { return w.out.line(written{kind, line, raw, data}) })
}

// Blob keeps data under its digest, which the caller got from [Digest]; the reader
// checks it. A digest that this record already has is not written again. The caller
// may reuse data afterwards.
func (w *Writer) Blob(digest string, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil && w.blobs[digest] {
		return nil
	}
	w.blobs[digest] = true
	line := reference(digest)
	w.chain.add(kindBlob, line[:len(line)-1])
	return w.do(func() error { return w.out.blob(digest, data) })
}

// Finish seals the record and ends it. Without it, the record stays partial.
func (w *Writer) Finish() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := errors.Join(w.append(KindTiming, w.chain.timing()), w.append(KindSeal, w.chain.seal())); err != nil {
		return err
	}
	if err := w.do(w.out.finish); err != nil {
		return err
	}
	w.done = true
	return nil
}

// Close lets go of the record; if it is not finished, what was appended stays
// readable as a partial record. It is safe to call twice and after Finish.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	return w.out.close()
}

// do calls fn unless the writer has ended, and remembers a failure; mu is held.
func (w *Writer) do(fn func() error) error {
	if w.err == nil && w.done {
		return ErrFinished
	}
	if w.err == nil {
		w.err = fn()
	}
	return w.err
}

// Multi returns a sink that writes every record to all of sinks. The first failure
// of any of them is the writer's.
func Multi(sinks ...Sink) Sink { return multi(sinks) }

type multi []Sink

func (m multi) Begin(id string) (*Writer, error) { return begin(m, id) }

func (m multi) begin(id string) (output, error) {
	var all outputs
	for _, s := range m {
		o, err := s.begin(id)
		if err != nil {
			return nil, errors.Join(err, all.close())
		}
		all = append(all, o)
	}
	return all, nil
}

// begin opens a writer on one sink.
func begin(s Sink, id string) (*Writer, error) {
	if id == "" {
		return nil, errors.New("record: the id is empty")
	}
	o, err := s.begin(id)
	if err != nil {
		return nil, err
	}
	return &Writer{out: o, blobs: map[string]bool{}}, nil
}

// outputs writes to several outputs; the first failure ends a call.
type outputs []output

func (all outputs) line(one written) error {
	return all.each(func(o output) error { return o.line(one) })
}

func (all outputs) blob(digest string, data []byte) error {
	return all.each(func(o output) error { return o.blob(digest, data) })
}

func (all outputs) finish() error { return all.each(output.finish) }

func (all outputs) close() error {
	var errs []error
	for _, o := range all {
		errs = append(errs, o.close())
	}
	return errors.Join(errs...)
}

func (all outputs) each(fn func(output) error) error {
	for _, o := range all {
		if err := fn(o); err != nil {
			return err
		}
	}
	return nil
}
