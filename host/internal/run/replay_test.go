package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/score"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/policies"
)

// studio records runs over the sample corpus and replays them.
type studio struct {
	parts     Parts
	questions []evidence.Question
}

func newStudio(t *testing.T, policyName string, questions ...string) *studio {
	t.Helper()
	set, diags := load.Load(load.Options{Path: policyName, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, diags := set.Policy("")
	require.False(t, diags.HasErrors(), "%v", diags)
	settings, err := local.ParseSettings(nil)
	require.NoError(t, err)
	corpus, err := local.Open(context.Background(), local.Options{
		Files: []string{"../../../examples/quickstart/corpus.jsonl"}, Dir: t.TempDir(), Settings: settings,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, corpus.Close()) })
	parts := partsOf(t, "")
	parts.Policy, parts.Plugins, parts.Sources = p, map[string]bind.Plugin{}, map[string]retrieval.Source{"local": corpus}
	for _, named := range p.Plugins {
		parts.Plugins[named.Name] = shippedPlugin(t, named.Name)
	}
	parts.Clock = func() time.Time { return time.Unix(0, 0) }
	s := &studio{parts: parts}
	for _, q := range sampleQuestions(t) {
		if slices.Contains(questions, q.ID) {
			s.questions = append(s.questions, q)
		}
	}
	require.Len(t, s.questions, len(questions))
	return s
}

// under is the parts with another policy.
func (s *studio) under(p *policy.Policy) Parts {
	parts := s.parts
	parts.Policy = p
	return parts
}

// run answers a question really, and gives its record.
func (s *studio) run(t *testing.T, p *policy.Policy, q evidence.Question) (*record.Result, *record.Reader, error) {
	t.Helper()
	parts := s.under(p)
	store := recordsOf(t)
	parts.Records = store
	e, err := NewEngine(parts)
	if err != nil {
		return nil, nil, err
	}
	result, err := e.Ask(context.Background(), q, Asking{})
	require.NoError(t, err)
	reader, err := store.Skim(result.Run)
	require.NoError(t, err)
	return result, reader, nil
}

// replay decides a record anew, from its checkpoint if it can or else from the start.
func (s *studio) replay(t *testing.T, p *policy.Policy, reader *record.Reader, whole bool) (*Replayed, error) {
	t.Helper()
	kept, err := tape.New(reader)
	require.NoError(t, err)
	parts := s.under(p)
	parts.Whole = whole
	parts.Sources = map[string]retrieval.Source{}
	for _, src := range kept.Head.Sources {
		parts.Sources[src.Name] = tape.Memoir{Source: src.Name, Print: src.Fingerprint}
	}
	parts.Plugins = map[string]bind.Plugin{}
	for name, real := range s.parts.Plugins {
		loaded := real.(*plugin.Plugin)
		parts.Plugins[name], err = plugin.NewStandIn(plugin.Description{Name: name, Digest: loaded.Digest(), Manifest: loaded.Manifest()},
			func(context.Context) (*plugin.Plugin, error) { return loaded, nil })
		require.NoError(t, err)
	}
	e, err := NewEngine(parts)
	require.NoError(t, err)
	return e.Replay(context.Background(), kept)
}

func canonicalResult(t *testing.T, r *record.Result) string {
	t.Helper()
	copied := *r
	copied.Budget.ElapsedMS = 0
	data, err := record.Canonical(copied)
	require.NoError(t, err)
	return string(data)
}

// A leaf is one setting of a policy, and a change of it.
type leaf struct {
	path   string
	change func()
	undo   func()
}

// leaves lists every setting of a value that can be set to something else.
func leaves(path string, v reflect.Value) []leaf {
	set := func(to reflect.Value) []leaf {
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		return []leaf{{path, func() { v.Set(to) }, func() { v.Set(was) }}}
	}
	var out []leaf
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[policy.Pos]() || v.Type() == reflect.TypeFor[policy.Condition]() {
			return nil
		}
		for i := range v.NumField() {
			out = append(out, leaves(path+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return append(set(reflect.Zero(v.Type())), leaves(path, v.Elem())...)
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			out = set(v.Slice(0, v.Len()-1)) // one less
		}
		for i := range v.Len() {
			out = append(out, leaves(fmt.Sprintf("%s[%d]", path, i), v.Index(i))...)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			was := v.MapIndex(k)
			if n, ok := was.Interface().(float64); ok {
				out = append(out, leaf{path + "." + k.String(), func() { v.SetMapIndex(k, reflect.ValueOf(n*2)) }, func() { v.SetMapIndex(k, was) }})
			}
		}
	case reflect.Float64:
		out = set(reflect.ValueOf(v.Float()*1.5 + 0.1).Convert(v.Type()))
		if v.Float() != 0 {
			out = append(out, set(reflect.ValueOf(v.Float()*0.5).Convert(v.Type()))...)
		}
		return out
	case reflect.Int, reflect.Int64:
		out = set(reflect.ValueOf(v.Int() + 3).Convert(v.Type()))
		if v.Int() > 1 {
			out = append(out, set(reflect.ValueOf(v.Int()-1).Convert(v.Type()))...)
		}
		return out
	case reflect.Bool:
		return set(reflect.ValueOf(!v.Bool()).Convert(v.Type()))
	}
	return out
}

// unreplayed are leaves that the host applies when it opens plugins and sources, and those of time, which
// does not pass in a replay.
var unreplayed = regexp.MustCompile(`^policy\.(Plugins|Sources|Variables)\b|\.Limits\.Wall$`)

// TestAReplayIsTheRunWhateverChangesInThePolicy changes every number, flag and list of the standard
// policy, one at a time, and holds replays with and without checkpoints against really running the
// changed policy. It fails when a part of the policy that an early step reads is missing in draftKey.
func TestAReplayIsTheRunWhateverChangesInThePolicy(t *testing.T) {
	s := newStudio(t, "standard", replayedQuestions...)
	p := *s.parts.Policy
	var resumed, needed, changed int
	step := thorough.Number(2, 179)
	for asked, q := range s.questions {
		before, reader, err := s.run(t, &p, q)
		require.NoError(t, err)
		was := canonicalResult(t, before)
		for i, l := range leaves("policy", reflect.ValueOf(&p).Elem()) {
			if unreplayed.MatchString(l.path) || (i+asked)%step > 0 { // each with half of the questions at most, for time
				continue
			}
			l.change()
			p.Digest = policy.DigestOf(&p)
			real, _, err := s.run(t, &p, q)
			if err != nil { // the change does not fit the plugins: such a policy cannot exist
				l.undo()
				continue
			}
			want := canonicalResult(t, real)
			for _, whole := range []bool{false, true} {
				got, err := s.replay(t, &p, reader, whole)
				var need *tape.NeedError
				if errors.As(err, &need) {
					needed++
					continue
				}
				if assert.NoError(t, err, "%s: %s", q.ID, l.path) {
					assert.Equal(t, want, canonicalResult(t, got.Result), "%s: %s, whole: %v", q.ID, l.path, whole)
					resumed += int(score.Flag(got.Resumed))
				}
			}
			changed += int(score.Flag(want != was))
			l.undo()
		}
		p.Digest = s.parts.Policy.Digest
	}
	t.Logf("%d changes of results, %d resumed, %d needed evidence", changed, resumed, needed)
	least := thorough.Number(50, 0)
	assert.Greater(t, changed, least, "changes that change nothing prove nothing")
	assert.Greater(t, resumed, least)
	assert.GreaterOrEqual(t, needed, thorough.Number(1, 0), "some change asks what was not asked; a sample may hold none")
}

// replayedQuestions are one of each kind of the sample questions.
var replayedQuestions = []string{"q-mc-04", "q-yn-02", "q-cl-11", "q-ff-06"}

func sampleQuestions(t *testing.T) []evidence.Question {
	t.Helper()
	data, err := os.ReadFile("../../../examples/quickstart/questions.jsonl")
	require.NoError(t, err)
	var out []evidence.Question
	for _, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		q, err := evidence.ParseQuestion(line)
		require.NoError(t, err)
		out = append(out, q)
	}
	return out
}

// lateSettings are those that only steps after the checkpoint read, and those that decide whether a run starts; see draftKey.
var lateSettings = regexp.MustCompile(`^policy\.(Gates|Calibrate|Variables|Absent|Unbound|Trust)\b|^policy\.Options\.MinMargin$|^policy\.Falsify\[\d+\]\.When$`)

func TestTheKeyOfADraftIsOfEverySettingThatIsNotLate(t *testing.T) {
	s := newStudio(t, "standard")
	p := *s.parts.Policy
	calibrator := slices.IndexFunc(p.Plugins, func(one policy.Plugin) bool { return one.Name == p.Calibrate.Stage.Plugin })
	e, err := NewEngine(s.under(&p))
	require.NoError(t, err)
	was := e.Key
	require.NotEmpty(t, was)
	for _, l := range leaves("policy", reflect.ValueOf(&p).Elem()) {
		l.change()
		now, err := e.DraftKey()
		require.NoError(t, err)
		l.undo()
		isLate := lateSettings.MatchString(l.path) || regexp.MustCompile(fmt.Sprintf(`^policy\.Plugins\[%d\]`, calibrator)).MatchString(l.path)
		if l.path == "policy.Plugins" { // one less: which one is an accident
			continue
		}
		assert.Equal(t, isLate, now == was, l.path)
	}
	p.Budget.MaxFuel = 1
	now, err := e.DraftKey()
	require.NoError(t, err)
	assert.Empty(t, now, "a budget of fuel is spent by early and late calls together")
	p.Budget.MaxFuel = 0
	for name, change := range map[string]func(*Engine){
		"seed": func(e *Engine) { e.Seed++ }, "year": func(e *Engine) { e.Year++ }, "version": func(e *Engine) { e.Version += "x" },
		"sources": func(e *Engine) { e.RunSources = nil }, "plugins": func(e *Engine) { e.RunPlugins = nil },
	} {
		other := *e
		change(&other)
		now, err := other.DraftKey()
		require.NoError(t, err)
		assert.NotEqual(t, was, now, name)
	}
}
