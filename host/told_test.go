package host_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// told holds the events of one record, read once for the whole table of mechanisms.
type told struct {
	question    evidence.Question
	plan        record.Plan
	queries     []record.Query
	documents   map[string]record.Document // by digest, as scored last
	works       map[string]work            // by digest
	models      []record.ModelCall
	prompts     []string // system prompts of the model calls that were answered
	conditions  []record.Condition
	rounds      []record.Round
	passages    []record.Passage
	sentences   []record.Sentence
	claims      []record.Claim
	options     []record.Option
	calibration record.Calibration // the final one
	steps       []record.Step
	warnings    []record.Warning
	state       map[string]any
	result      record.Result
}

// A work holds the fields of a document's own text that the table looks at.
type work struct {
	Citations *int64 `json:"citation_count"`
	Venue     string `json:"venue"`
}

// tell reads a record.
func tell(t *testing.T, path string) *told {
	t.Helper()
	r, err := record.ReadFile(path)
	require.NoError(t, err)
	out := &told{documents: map[string]record.Document{}, works: map[string]work{}}
	for e := range r.Events() {
		out.add(t, r, e)
	}
	return out
}

func (o *told) add(t *testing.T, r *record.Reader, e record.Event) {
	switch e.Kind {
	case record.KindRun:
		o.question = evidence.Question{}
		require.NoError(t, json.Unmarshal(of[record.Run](t, e).Question, &o.question))
	case record.KindPlan:
		o.plan = of[record.Plan](t, e)
	case record.KindQuery:
		o.queries = append(o.queries, of[record.Query](t, e))
	case record.KindDocument:
		o.addDocument(t, r, of[record.Document](t, e))
	case record.KindModelCall:
		o.addCall(t, r, of[record.ModelCall](t, e))
	case record.KindCondition:
		o.conditions = append(o.conditions, of[record.Condition](t, e))
	case record.KindRound:
		o.rounds = append(o.rounds, of[record.Round](t, e))
	case record.KindPassage:
		o.passages = append(o.passages, of[record.Passage](t, e))
	case record.KindSentence:
		o.sentences = append(o.sentences, of[record.Sentence](t, e))
	case record.KindClaim:
		o.claims = append(o.claims, of[record.Claim](t, e))
	case record.KindOption:
		o.options = append(o.options, of[record.Option](t, e))
	case record.KindCalibration:
		o.calibration = of[record.Calibration](t, e)
	case record.KindStep:
		o.steps = append(o.steps, of[record.Step](t, e))
	case record.KindWarning:
		o.warnings = append(o.warnings, of[record.Warning](t, e))
	case record.KindCheckpoint:
		o.state = of[record.Checkpoint](t, e).State
	case record.KindResult:
		o.result = of[record.Result](t, e)
	}
}

func (o *told) addDocument(t *testing.T, r *record.Reader, d record.Document) {
	if _, known := o.works[d.Digest]; !known {
		text, err := r.Blob(d.Digest)
		require.NoError(t, err)
		var w work
		require.NoError(t, json.Unmarshal(text, &w))
		o.works[d.Digest] = w
	}
	o.documents[d.Digest] = d
}

func (o *told) addCall(t *testing.T, r *record.Reader, c record.ModelCall) {
	if o.models = append(o.models, c); c.Request == "" || !answered(c) {
		return
	}
	text, err := r.Blob(c.Request)
	require.NoError(t, err)
	o.prompts = append(o.prompts, string(text))
}

func of[T any](t *testing.T, e record.Event) (v T) {
	require.NoError(t, json.Unmarshal(e.Data, &v))
	return v
}

func answered(c record.ModelCall) bool { return c.Skipped == "" && c.Error == "" }

// step counts steps of a name that acted and that fit.
func (o *told) step(name string, fits func(record.Step) bool) int {
	return count(o.steps, func(s record.Step) bool { return s.Name == name && s.Ran && (fits == nil || fits(s)) })
}

// idle counts steps of a name that had nothing to act on, with a reason that begins so.
func (o *told) idle(name, reason string) int {
	return count(o.steps, func(s record.Step) bool { return s.Name == name && !s.Ran && strings.HasPrefix(s.Reason, reason) })
}

// asked counts searches of an intent, in one round or in any.
func (o *told) asked(intent, round string) int {
	return count(o.queries, func(q record.Query) bool { return q.Intent == intent && (round == "" || q.Round == round) })
}

// ran counts rounds and passes of a name that were taken.
func (o *told) ran(round string) int {
	return count(o.rounds, func(r record.Round) bool { return r.Name == round && r.Ran })
}

// decided counts conditions of a place that came out so.
func (o *told) decided(where, result string) int {
	return count(o.conditions, func(c record.Condition) bool { return c.Where == where && c.Result == result })
}

// moved is 1 if a term of the final confidence has a delta that fits.
func (o *told) moved(term string, fits func(record.CalibrationTerm) bool) int {
	return count(o.calibration.Terms, func(c record.CalibrationTerm) bool { return c.Name == term && fits(c) })
}

// called counts answers of models to a prompt, under one role or any.
func (o *told) called(task, role string) int {
	return count(o.models, func(c record.ModelCall) bool {
		return answered(c) && strings.HasPrefix(c.Purpose, task+".") && (role == "" || c.Role == role)
	})
}

// signal is a number of the state; 0: unknown.
func (o *told) signal(path string) float64 {
	v, _ := o.state[path].(float64)
	return v
}

// reason is 1 if the result doubts its answer for this.
func (o *told) reason(text string) int {
	return one(slices.Contains(o.result.UncertaintyReasons, text))
}

// weighed counts items in which a term has its part.
func weighed[T any](items []T, terms func(T) map[string]float64, name string, fits func(float64) bool) int {
	return count(items, func(i T) bool { v, ok := terms(i)[name]; return ok && fits(v) })
}

func (o *told) pool() []record.Document {
	out := make([]record.Document, 0, len(o.documents))
	for _, d := range o.documents {
		out = append(out, d)
	}
	return out
}

func count[T any](all []T, fits func(T) bool) int {
	n := 0
	for _, v := range all {
		n += one(fits(v))
	}
	return n
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func up(v float64) bool   { return v > 0 }
func down(v float64) bool { return v < 0 }

// tellAll reads all records of a folder.
func tellAll(t *testing.T, dir string) []*told {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out := make([]*told, len(files))
	for i, f := range files {
		out[i] = tell(t, f)
	}
	return out
}
