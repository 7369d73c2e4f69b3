package record

import "slices"

// Observed returns a sink that writes to s and tells fn each event after it was written, in order and without timings, which have no number
// of their own. fn is called by the goroutine that writes the record and must return quickly; it may keep the event.
func Observed(s Sink, fn func(id string, e Event)) Sink { return observed{s, fn} }

type observed struct {
	sink Sink
	tell func(id string, e Event)
}

// Begin implements [Sink].
func (o observed) Begin(id string) (*Writer, error) { return begin(o, id) }

func (o observed) begin(id string) (output, error) {
	out, err := o.sink.begin(id)
	if err != nil {
		return nil, err
	}
	return &observedOutput{output: out, id: id, tell: o.tell}, nil
}

// An observedOutput numbers events as its writer does.
type observedOutput struct {
	output
	id   string
	seq  int
	tell func(id string, e Event)
}

func (o *observedOutput) line(one written) error {
	if err := o.output.line(one); err != nil || one.kind == KindTiming {
		return err
	}
	o.seq++
	o.tell(o.id, Event{Seq: o.seq, Kind: one.kind, Data: slices.Clone(one.data)})
	return nil
}
