package state

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// patient is a plugin that reads one text, and answers "wait" only when its caller gives up.
type patient struct {
	bind.Plugin
	calls, ended atomic.Int32
}

func (*patient) Manifest() *contract.Manifest { return &contract.Manifest{Kind: contract.KindAssess} }

func (*patient) Inputs() []contract.Input {
	return []contract.Input{{Table: "query", Column: "text", Type: contract.ColumnText}}
}

func (p *patient) CallWithin(ctx context.Context, r *contract.Request, _ limit.Call) (*contract.Response, plugin.Call, error) {
	p.calls.Add(1)
	defer p.ended.Add(1)
	text := r.Tables[0].Columns[0].StringAt(0)
	if text == "wait" {
		<-ctx.Done()
		return nil, plugin.Call{}, ctx.Err()
	}
	return &contract.Response{Error: text}, plugin.Call{InputDigest: text}, nil
}

func asking(text string) func() frame.Frame {
	return func() frame.Frame {
		return frame.Frame{{Name: "query", Rows: 1, Columns: []frame.Column{frame.Texts("text", 1, func(int) string { return text })}}}
	}
}

func request(t *testing.T, p *patient, text string) *contract.Request {
	t.Helper()
	req, err := asking(text)().Request(contract.KindAssess, p.Inputs(), nil)
	require.NoError(t, err)
	return req
}

// aRun returns a run on two processors, however many there are.
func aRun(t *testing.T) (*Run, *patient, []policy.Stage) {
	t.Helper()
	processors(t, 2)
	p := &patient{}
	r := &Run{Engine: &Engine{Parts: Parts{Policy: &policy.Policy{}, Plugins: map[string]bind.Plugin{"p": p}}}}
	return r, p, []policy.Stage{{Name: "s", Plugin: "p"}}
}

// processors has the test run on n of them.
func processors(t *testing.T, n int) {
	t.Helper()
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func TestAStageThatIsShownTheSameTakesTheAnswerThatWasAskedAhead(t *testing.T) {
	r, p, stages := aRun(t)
	r.Ahead(t.Context(), asking("a"), stages)
	resp, call, err := r.takeOrPlay(t.Context(), &stages[0], request(t, p, "a"))
	require.NoError(t, err)
	assert.Equal(t, "a", resp.Error)
	assert.Equal(t, "a", call.InputDigest)
	assert.EqualValues(t, 1, p.calls.Load())

	_, _, err = r.takeOrPlay(t.Context(), &stages[0], request(t, p, "a"))
	require.NoError(t, err)
	assert.EqualValues(t, 2, p.calls.Load(), "an answer is taken once")
	r.EndAhead()
}

func TestAStageThatIsShownSomethingElseAsksAnew(t *testing.T) {
	r, p, stages := aRun(t)
	r.Ahead(t.Context(), asking("wait"), stages)
	resp, _, err := r.takeOrPlay(t.Context(), &stages[0], request(t, p, "b"))
	require.NoError(t, err)
	assert.Equal(t, "b", resp.Error)
	r.begun.Wait() // the first call was given up
	assert.EqualValues(t, 2, p.ended.Load())
}

func TestCallsThatNobodyWaitsForEndWithTheRun(t *testing.T) {
	r, p, stages := aRun(t)
	r.Ahead(t.Context(), asking("wait"), stages)
	r.Ahead(t.Context(), asking("wait"), stages) // in place of the first
	r.EndAhead()
	assert.EqualValues(t, 2, p.ended.Load())
	assert.Empty(t, r.early)

	r.Ahead(t.Context(), asking("wait"), stages)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := r.takeOrPlay(ctx, &stages[0], request(t, p, "wait"))
	require.ErrorIs(t, err, context.Canceled)
	r.EndAhead()
}

func TestNothingIsAskedAheadOfAFrameThatLacksWhatAPluginReads(t *testing.T) {
	r, p, stages := aRun(t)
	r.Ahead(t.Context(), func() frame.Frame { return nil }, stages)
	r.EndAhead()
	assert.Zero(t, p.calls.Load())
}

func TestOneFrameIsMadeForAllBlocksThatAreAskedAhead(t *testing.T) {
	r, p, stages := aRun(t)
	made := 0
	shown := func() frame.Frame { made++; return asking("a")() }
	r.Ahead(t.Context(), shown, nil, nil)
	assert.Zero(t, made, "no stage is shown anything")
	r.Ahead(t.Context(), shown, stages, []policy.Stage{{Name: "later", Plugin: "p"}})
	r.EndAhead()
	assert.Equal(t, 1, made)
	assert.EqualValues(t, 2, p.calls.Load())
}

func TestNothingIsAskedAheadAndNoFrameMadeWhereNothingIsGained(t *testing.T) {
	for where, set := range map[string]func(*testing.T, *Run){
		"in a replay":            func(_ *testing.T, r *Run) { r.Tape = &tape.Tape{} },
		"under a budget of fuel": func(_ *testing.T, r *Run) { r.Policy.Budget.MaxFuel = 1 },
		"on one processor":       func(t *testing.T, _ *Run) { processors(t, 1) },
	} {
		t.Run(where, func(t *testing.T) {
			r, p, stages := aRun(t)
			set(t, r)
			made := false
			r.Ahead(t.Context(), func() frame.Frame { made = true; return asking("a")() }, stages)
			r.EndAhead()
			assert.Zero(t, p.calls.Load())
			assert.False(t, made)
		})
	}
}

func TestAStageWhoseCallAheadFailedIsAskedAnew(t *testing.T) {
	r, p, stages := aRun(t)
	req, done := request(t, p, "now"), make(chan struct{})
	close(done)
	r.early = map[*policy.Stage]*earlyCall{&stages[0]: {request: req, cancel: func() {}, done: done, err: context.DeadlineExceeded}}
	response, _, err := r.takeOrPlay(t.Context(), &stages[0], req)
	require.NoError(t, err)
	assert.Equal(t, "now", response.Error)
	assert.EqualValues(t, 1, p.calls.Load())
}
