package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/sparkhost/sparkhost/host/record/internal/shape"
	"github.com/sparkhost/sparkhost/internal/plainjson"
)

// What a record may hold beside its texts. Runs write some ten thousand values in some hundred kilobytes.
const (
	mostValues = 1_000_000
	mostEvents = 64 << 20 // bytes of all events
	perObject  = 10       // values that an object counts for if it is to be decoded: it may lack its fields, and takes their place in memory
)

// A form says how the data of one kind of event is read.
type form struct {
	value reflect.Type
	shape shape.Shape
}

// forms has the kinds that this version knows. A later version may write others, of any form.
var forms = formsOf(map[Kind]any{
	KindRun: Run{}, KindMaterial: Material{}, KindPlan: Plan{}, KindWords: Words{}, KindQuery: Query{}, KindDocument: Document{},
	KindPluginCall: PluginCall{}, KindModelCall: ModelCall{}, KindCondition: Condition{}, KindReservation: Reservation{}, KindRound: Round{},
	KindSelection: Selection{}, KindFullText: FullText{}, KindPassage: Passage{}, KindSentence: Sentence{}, KindClaim: Claim{},
	KindOption: Option{}, KindCalibration: Calibration{}, KindCheckpoint: Checkpoint{}, KindGate: Gate{}, KindStep: Step{},
	KindWarning: Warning{}, KindResult: Result{}, KindSeal: Seal{}, KindTiming: Timing{},
})

func formsOf(values map[Kind]any) map[Kind]form {
	all := map[Kind]form{}
	for kind, v := range values {
		all[kind] = form{reflect.TypeOf(v), shape.Of(v)}
	}
	return all
}

// once lists the kinds of which a record has one event at most.
var once = map[Kind]bool{KindRun: true, KindMaterial: true, KindCheckpoint: true, KindResult: true}

// A checker judges events one by one, in their order, so that all commands refuse the same ones.
type checker struct {
	seen          map[Kind]bool
	values, bytes int
}

func (c *checker) check(e Event) error {
	if err := c.place(e.Kind); err != nil {
		return err
	}
	if c.bytes += len(e.Data); c.bytes > mostEvents {
		return fmt.Errorf("its events have more than %d MiB: no run writes so much", mostEvents>>20)
	}
	return c.content(e)
}

// place refuses an event where no run writes one.
func (c *checker) place(kind Kind) error {
	if len(c.seen) == 0 && kind != KindRun {
		return fmt.Errorf("the record begins with an event of kind %q: each run begins with one of kind %q", kind, KindRun)
	}
	if once[kind] && c.seen[kind] {
		return fmt.Errorf("a second event of kind %q: a run writes one", kind)
	}
	c.seen[kind] = true
	return nil
}

// content refuses data that does not decode, or that has more values than any run writes.
func (c *checker) content(e Event) error {
	f, known := forms[e.Kind]
	if !known {
		f = form{reflect.TypeFor[any](), shape.Of(json.RawMessage{})}
	}
	values, ok := f.shape.Fits(e.Data)
	if !ok {
		values = plainjson.Values(e.Data) + perObject*bytes.Count(e.Data, []byte("{"))
	}
	if c.values += values; c.values > mostValues {
		return fmt.Errorf("its events have more than %d values: no run writes so many", mostValues)
	}
	if ok {
		return nil
	}
	if known {
		return e.complete(f.value)
	}
	return e.Decode(new(any))
}

// complete decodes data that is not as this version writes it, such as that of another version.
func (e Event) complete(t reflect.Type) error {
	v := reflect.New(t)
	if err := e.Decode(v.Interface()); err != nil {
		return err
	}
	var names map[string]json.RawMessage
	if err := e.Decode(&names); err != nil {
		return err
	}
	if name := shape.Missing(v.Elem().Interface(), func(name string) bool { _, ok := names[name]; return ok }); name != "" {
		return fmt.Errorf("the %s event lacks %q", e.Kind, name)
	}
	return nil
}

// ErrNewer is matched by the error of a record that a later version of this program wrote. It is not damaged.
var ErrNewer = errors.New("a newer version of sparkhost wrote this record")

// A head holds the fields of a run that a reader looks at before all others.
type head struct {
	FormatVersion int  `json:"format_version"`
	Chained       bool `json:"chained"`
}

// beginning reads the head of a run, and refuses a later format: nothing else of it may be as it is known here.
func beginning(e Event) (head, error) {
	var h head
	if err := e.Decode(&h); err != nil {
		return h, err
	}
	if h.FormatVersion > FormatVersion {
		return h, fmt.Errorf("%w: its format is %d, and this version reads up to %d; update sparkhost", ErrNewer, h.FormatVersion, FormatVersion)
	}
	return h, nil
}
