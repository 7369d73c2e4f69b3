package tape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A Tape is a record made ready for replay. It serves one replay at a time.
type Tape struct {
	Head       record.Run
	Question   evidence.Question
	Checkpoint *record.Checkpoint // nil: there is none
	Result     *record.Result

	reader   *record.Reader
	calls    map[callKey]*knownCall
	read     map[string]bool              // digests of plugins whose calls are read
	searches map[searchKey]record.Query   // nil: not read yet
	texts    map[string][]record.FullText // by the document's digest; nil: not read yet

	inquiries map[string]record.ModelCall // by key; nil: not read yet
}

type knownCall struct {
	record.PluginCall
	fuel   int64
	output []byte // decoded when the call is first asked for; nil: not yet
}

type callKey struct{ plugin, input string }

type searchKey struct {
	source, text string
	limit        int
	literal      bool
}

// New reads what every replay needs; the rest is read when it is asked for. A record whose run was cut off is refused, and by a
// *[record.CorruptError] one if the recorded sums do not add up: what was changed is not compared with.
func New(reader *record.Reader) (*Tape, error) {
	t := &Tape{reader: reader, calls: map[callKey]*knownCall{}, read: map[string]bool{}}
	if reader.Partial {
		return nil, errors.New("the run did not reach its end")
	}
	for e := range reader.Events() {
		var err error
		switch e.Kind {
		case record.KindRun:
			err = e.Decode(&t.Head)
		case record.KindCheckpoint:
			t.Checkpoint = &record.Checkpoint{}
			err = e.Decode(t.Checkpoint)
		case record.KindResult:
			t.Result = &record.Result{}
			err = e.Decode(t.Result)
		}
		if err != nil {
			return nil, err
		}
	}
	calibrations, err := record.Each[record.Calibration](reader, record.KindCalibration)
	if err != nil {
		return nil, err
	}
	if err := record.CheckSums(calibrations, t.Result).Err(reader.Name); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(t.Head.Question, &t.Question); err != nil {
		return nil, fmt.Errorf("record %s: question: %w", reader.Name, err)
	}
	return t, nil
}

// Known returns how a call went, if the record has it.
func (t *Tape) Known(digest, input string) (plugin.Known, bool) {
	if !t.read[digest] && t.readCalls(digest) != nil {
		return plugin.Known{}, false
	}
	c, ok := t.calls[callKey{digest, input}]
	switch {
	case !ok:
		return plugin.Known{}, false
	case c.Error != "":
		return plugin.Known{Error: c.Error, FuelLimit: c.FuelLimit}, true
	}
	if c.output == nil {
		var err error
		// A record of an older version has no outputs; the plugin answers then.
		if c.output, err = t.reader.Blob(c.OutputDigest); err != nil {
			return plugin.Known{}, false
		}
	}
	return plugin.Known{Output: c.output, Fuel: c.fuel, FuelLimit: c.FuelLimit}, true
}

// readCalls reads the calls of one plugin with their fuel, which is in the timing event that follows each.
func (t *Tape) readCalls(digest string) error {
	t.read[digest] = true
	var call *knownCall
	for e := range t.reader.Events() {
		switch {
		case e.Kind == record.KindPluginCall && bytes.Contains(e.Data, []byte(digest)):
			call = &knownCall{}
			if err := e.Decode(&call.PluginCall); err != nil {
				return err
			}
		case e.Kind == record.KindTiming && call != nil:
			var timing record.Timing
			if err := e.Decode(&timing); err != nil {
				return err
			}
			call.fuel = timing.Fuel
			t.calls[callKey{call.Digest, call.InputDigest}] = call
			call = nil
		}
	}
	return nil
}

// Times returns the metrics of time that a condition read, the nth time that it was asked.
func (t *Tape) Times(where string, n int) []record.ConditionValue {
	conditions, err := record.Each[record.Condition](t.reader, record.KindCondition)
	if err != nil {
		return nil
	}
	for _, c := range conditions {
		if c.Where != where {
			continue
		}
		if n == 0 {
			return slices.DeleteFunc(c.Values, func(v record.ConditionValue) bool { return !OfTime(v.Path) })
		}
		n--
	}
	return nil
}

// outOfTime says whether time ended the run or its retrieval, and how.
func (t *Tape) outOfTime() (string, error) {
	return t.Warned("retrieval_out_of_time", "budget_exhausted")
}

// Warned returns the text of the first warning with one of these codes; empty: there was none.
func (t *Tape) Warned(codes ...string) (string, error) {
	warnings, err := record.Each[record.Warning](t.reader, record.KindWarning)
	for _, w := range warnings {
		if slices.Contains(codes, w.Code) {
			return w.Text, err
		}
	}
	return "", err
}

// FullTexts returns the tries to get the text of a document, in their order.
func (t *Tape) FullTexts(document string) ([]record.FullText, error) {
	if t.texts == nil {
		events, err := record.Each[record.FullText](t.reader, record.KindFullText)
		if err != nil {
			return nil, err
		}
		t.texts = map[string][]record.FullText{}
		for _, e := range events {
			t.texts[e.Document] = append(t.texts[e.Document], e)
		}
	}
	return t.texts[document], nil
}

// Words returns the counts of the question's words; without any, of a record that is older than counting, they are empty.
func (t *Tape) Words() (record.Words, error) {
	events, err := record.Each[record.Words](t.reader, record.KindWords)
	if err != nil || len(events) == 0 {
		return record.Words{Sources: []record.WordCounts{}}, err
	}
	return events[0], nil
}

// Index reads the searches, which only a replay from the start needs.
func (t *Tape) Index() error {
	if t.searches != nil {
		return nil
	}
	why, err := t.outOfTime()
	if err != nil {
		return err
	}
	if why != "" {
		return &UnknowableError{"the run's time was over before its end, which depends on the machine: " + why}
	}
	queries, err := record.Each[record.Query](t.reader, record.KindQuery)
	if err != nil {
		return err
	}
	t.searches = make(map[searchKey]record.Query, len(queries))
	for _, q := range queries {
		t.searches[searchKey{q.Source, q.Text, q.Limit, q.Literal}] = q
	}
	return nil
}

// ModelCall finds the inquiry with that key.
func (t *Tape) ModelCall(key string) (record.ModelCall, bool) {
	if t.inquiries == nil {
		t.inquiries = map[string]record.ModelCall{}
		calls, _ := record.Each[record.ModelCall](t.reader, record.KindModelCall) // a damaged record knows nothing
		for _, c := range calls {
			if c.Key != "" && !c.Cached {
				t.inquiries[c.Key] = c
			}
		}
	}
	c, ok := t.inquiries[key]
	return c, ok
}

// Search returns the recorded run's search of a source; false: it made none such.
func (t *Tape) Search(source string, q retrieval.Query) (record.Query, bool) {
	found, ok := t.searches[searchKey{source, q.Text, q.Limit, q.Literal}]
	return found, ok
}

// Blob is content that the record holds, by its digest.
func (t *Tape) Blob(digest string) ([]byte, error) { return t.reader.Blob(digest) }
