package record

// A Watcher is told of each run while its record is written. It may be used by many goroutines.
type Watcher interface {
	// Watch begins a record. What it returns is used by one goroutine at a time.
	Watch(id string) Watch
}

// A Watch is told one record. Its methods delay the run, so they must return quickly.
type Watch interface {
	// Event tells an event after it was written. Timings are told, too, with the number of the event before. The value is the struct that
	// the event's kind names, which spares decoding its data; nil: only the data is known. Both are valid during the call only, and
	// nobody may change them.
	Event(e Event, value any)
	// Done ends the record. Whole says that it was finished; otherwise the run was cut off.
	Done(whole bool)
}

// Watched returns a sink that writes to s and tells w.
func Watched(s Sink, w Watcher) Sink { return watched{s, w} }

type watched struct {
	sink    Sink
	watcher Watcher
}

// Begin implements [Sink].
func (w watched) Begin(id string) (*Writer, error) { return begin(w, id) }

func (w watched) begin(id string) (output, error) {
	out, err := w.sink.begin(id)
	if err != nil {
		return nil, err
	}
	return &watchedOutput{output: out, watch: w.watcher.Watch(id)}, nil
}

// A watchedOutput numbers events as its writer does.
type watchedOutput struct {
	output
	watch Watch
	seq   int
	done  bool
}

func (o *watchedOutput) line(one written) error {
	if err := o.output.line(one); err != nil {
		return err
	}
	if one.kind != KindTiming {
		o.seq++
	}
	o.watch.Event(Event{Seq: o.seq, Kind: one.kind, Data: one.data}, one.value)
	return nil
}

func (o *watchedOutput) finish() error {
	err := o.output.finish()
	o.end(err == nil)
	return err
}

func (o *watchedOutput) close() error {
	o.end(false)
	return o.output.close()
}

// end tells the end once.
func (o *watchedOutput) end(whole bool) {
	if !o.done {
		o.done = true
		o.watch.Done(whole)
	}
}
