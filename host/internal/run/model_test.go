package run

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// A scripted model replies what its script says, and counts how often it was asked.
type scripted struct {
	reply func(model.Request) (model.Reply, error)
	worst model.Cost
	mu    sync.Mutex
	asked int
}

func (s *scripted) Describe() model.Description {
	return model.Description{Endpoint: "test", Wire: "openai", Model: "scripted"}
}

func (s *scripted) WorstCase(model.Request) model.Cost { return s.worst }

func (s *scripted) Complete(_ context.Context, r model.Request) (model.Reply, error) {
	s.mu.Lock()
	s.asked++
	s.mu.Unlock()
	return s.reply(r)
}

// says is a model that replies one text to everything, for 40 micro-USD of at most 100.
func says(text string) *scripted {
	return &scripted{
		worst: model.Cost{MicroUSD: 100, Tokens: 50, Basis: model.ByPrice},
		reply: func(model.Request) (model.Reply, error) {
			return model.Reply{Text: text, Stop: model.Complete, Cost: model.Cost{MicroUSD: 40, Tokens: 20, Basis: model.ByPrice}}, nil
		},
	}
}

// fails is a model that never has an answer; trying costs 7 micro-USD.
func fails(err error) *scripted {
	s := says("")
	s.reply = func(model.Request) (model.Reply, error) {
		return model.Reply{Cost: model.Cost{MicroUSD: 7, Tokens: 3, Basis: model.ByWorst}}, err
	}
	return s
}

func question(text string) inquiry.Inquiry {
	return inquiry.Inquiry{Stage: "gap.probe", Role: "cheapest", Request: model.Request{
		Purpose: "test.v1", Messages: []model.Message{{From: model.User, Text: text}},
	}}
}

// modelled is a run of one round whose cheapest model is m.
func modelled(t *testing.T, budget string, m model.Model) *run {
	t.Helper()
	p := partsOf(t, "order = [primary]\n"+budget, shelfOf(kinase))
	if m != nil {
		p.Models = map[model.Role]model.Model{model.Cheapest: m}
	}
	return begun(t, p, twoThings)
}

func TestAnInquiryIsPaidForRecordedAndAskedOnce(t *testing.T) {
	m := says("yes")
	r := modelled(t, "", m)
	for range 2 {
		reply, ok := r.Ask(context.Background(), question("is it?"))
		assert.True(t, ok)
		assert.Equal(t, "yes", reply.Text)
	}
	assert.Equal(t, 1, m.asked)
	assert.Equal(t, int64(40), r.Guard.Spent().CostMicroUSD, "a question asked before is free")
	assert.Equal(t, int64(20), r.Guard.Spent().ModelTokens)
	_, err := r.finish(context.Background())
	require.NoError(t, err)
	calls := recorded[record.ModelCall](t, r, record.KindModelCall)
	require.Len(t, calls, 2)
	assert.Equal(t, record.Amount{CostMicroUSD: 100, ModelTokens: 50}, calls[0].Worst)
	assert.Equal(t, record.Amount{CostMicroUSD: 40, ModelTokens: 20}, calls[0].Cost)
	assert.False(t, calls[0].Cached)
	assert.True(t, calls[1].Cached)
	assert.NotEmpty(t, calls[0].Reply)
	assert.Contains(t, recorded[record.Reservation](t, r, record.KindReservation), record.Reservation{
		Stage: "gap.probe", Asked: calls[0].Worst, Granted: true, Settled: calls[0].Cost,
	})
}

func TestAReplyOfTheCacheCostsWhatItCostAtFirst(t *testing.T) {
	m := says("yes")
	first := modelled(t, "", m)
	_, ok := first.Ask(context.Background(), question("is it?"))
	require.True(t, ok)
	again := first.NewRun(twoThings, "again", &memory{}, nil)
	reply, ok := again.Ask(context.Background(), question("is it?"))
	assert.True(t, ok)
	assert.Equal(t, "yes", reply.Text)
	assert.Equal(t, 1, m.asked, "the second run finds the reply in the cache")
	assert.Equal(t, first.Guard.Spent(), again.Guard.Spent(), "equal runs end alike")
}

func TestARoleWithoutModelGivesNoAnswerAndSaysSo(t *testing.T) {
	r := modelled(t, "", nil)
	_, ok := r.Ask(context.Background(), question("is it?"))
	assert.False(t, ok)
	_, err := r.finish(context.Background())
	require.NoError(t, err)
	calls := recorded[record.ModelCall](t, r, record.KindModelCall)
	require.Len(t, calls, 1)
	assert.Equal(t, "the role is bound to no model", calls[0].Skipped)
	assert.Empty(t, r.Result.Warnings, "nobody asked for a model")
}

func TestStepsWhoseRoleHasNoModelNameTheirPromptWithoutWritingIt(t *testing.T) {
	r := answered(t, partsOf(t, verifying("1"), shelfOf(kinase, retraction), empty()), inhibits)
	calls := recorded[record.ModelCall](t, r, record.KindModelCall)
	require.Len(t, calls, 1)
	assert.Equal(t, string(prompt.TaskVerify), calls[0].Purpose)
	assert.Empty(t, calls[0].Key, "there is no prompt to identify")
	assert.Equal(t, "no model answered: judged by the stages", stepNamed(t, r, "falsify.draft.model").Reason)

	r = answered(t, partsOf(t, planning, shelfOf(kinase, growth, binding)), inhibits)
	calls = recorded[record.ModelCall](t, r, record.KindModelCall)
	require.Len(t, calls, 1)
	assert.Equal(t, string(prompt.TaskPlan), calls[0].Purpose)
}

func TestARecordedAnswerIsDecodedOnceForAllReplays(t *testing.T) {
	s := newStudio(t, "baseline", "q-yn-02")
	_, reader, err := s.run(t, s.parts.Policy, s.questions[0])
	require.NoError(t, err)
	kept, err := tape.New(reader)
	require.NoError(t, err)
	calls, err := record.Each[record.PluginCall](reader, record.KindPluginCall)
	require.NoError(t, err)
	require.NotEmpty(t, calls)
	first, ok := kept.Known(calls[0].Digest, calls[0].InputDigest)
	require.True(t, ok)
	second, _ := kept.Known(calls[0].Digest, calls[0].InputDigest)
	assert.Same(t, &first.Output[0], &second.Output[0])
}

func TestNobodyIsAskedWithoutARole(t *testing.T) {
	r := modelled(t, "", says("yes"))
	q := question("is it?")
	q.Role = ""
	_, ok := r.Ask(context.Background(), q)
	assert.False(t, ok)
	_, err := r.finish(context.Background())
	require.NoError(t, err)
	assert.Empty(t, recorded[record.ModelCall](t, r, record.KindModelCall))
}

func TestAnInquiryWithoutAnAnswerLeavesTheRunGoing(t *testing.T) {
	unpriced := says("yes")
	unpriced.worst = model.Cost{Basis: model.Unpriced}
	dear := says("yes")
	dear.worst.MicroUSD = 4e6
	for name, c := range map[string]struct {
		model *scripted
		asked int
		spent int64
		says  string
	}{
		"a refusal is charged":                   {fails(&model.StopError{Purpose: "test.v1", Model: "scripted", Stop: model.Refusal}), 1, 7, "the model refused"},
		"a dead endpoint is charged":             {fails(model.ErrUnavailable), 1, 7, "the endpoint is not available"},
		"a call without a price is not made":     {unpriced, 0, 0, "the price of the model is not known"},
		"a call that nobody can pay is not made": {dear, 0, 0, "no budget for the call"},
	} {
		t.Run(name, func(t *testing.T) {
			r := modelled(t, "", c.model)
			_, ok := r.Ask(context.Background(), question("is it?"))
			assert.False(t, ok)
			assert.Equal(t, c.asked, c.model.asked)
			assert.Equal(t, c.spent, r.Guard.Spent().CostMicroUSD)
			result, err := r.finish(context.Background())
			require.NoError(t, err)
			assert.Equal(t, 0, result.ExitCode)
			calls := recorded[record.ModelCall](t, r, record.KindModelCall)
			require.Len(t, calls, 1)
			assert.Contains(t, calls[0].Error, c.says)
			assert.Contains(t, result.Warnings[0], "gap.probe goes on without a model")
		})
	}
}

func TestAPolicyMaySayThatAnUnpaidInquiryEndsTheRun(t *testing.T) {
	dear := says("yes")
	dear.worst.MicroUSD = 4e6
	r := modelled(t, "budget {\n on_exhausted = \"fail\"\n}", dear)
	_, ok := r.Ask(context.Background(), question("is it?"))
	assert.False(t, ok)
	result, err := r.finish(context.Background())
	require.NoError(t, err)
	assert.Equal(t, 6, result.ExitCode)
}

// taped is a run that plays the record of another.
func taped(t *testing.T, of *run, m model.Model) *run {
	t.Helper()
	reader, err := of.Records.(*record.Store).Read(of.Result.Run)
	require.NoError(t, err)
	tape, err := tape.New(reader)
	require.NoError(t, err)
	own := *of.Engine
	e := Engine{&own}
	e.Models = map[model.Role]model.Model{model.Cheapest: m}
	r, _, err := e.tapeRun(tape)
	require.NoError(t, err)
	return r
}

func TestReplaysAreAnsweredFromTheRecord(t *testing.T) {
	ctx := context.Background()
	for name, m := range map[string]*scripted{"a reply": says("yes"), "an error": fails(errors.New("refused that day"))} {
		t.Run(name, func(t *testing.T) {
			r := modelled(t, "", m)
			want, wanted := r.Ask(ctx, question("is it?"))
			_, err := r.finish(ctx)
			require.NoError(t, err)
			again := taped(t, r, tape.MuteModel{Description: m.Describe()})
			got, ok := again.Ask(ctx, question("is it?"))
			assert.Equal(t, wanted, ok)
			assert.Equal(t, want.Text, got.Text)
			assert.Equal(t, r.Guard.Spent().CostMicroUSD, again.Guard.Spent().CostMicroUSD)
			again.WarnOfModels()
			assert.Equal(t, r.Result.Warnings, again.Result.Warnings)
			assert.NoError(t, again.Err)
			assert.Equal(t, 1, m.asked)
		})
	}
}

func TestAReplayThatAsksSomethingElseStops(t *testing.T) {
	ctx := context.Background()
	m := says("yes")
	r := modelled(t, "", m)
	r.Ask(ctx, question("is it?"))
	_, err := r.finish(ctx)
	require.NoError(t, err)
	again := taped(t, r, tape.MuteModel{Description: m.Describe()})
	_, ok := again.Ask(ctx, question("is it not?"))
	assert.False(t, ok)
	var unknown *tape.UnknowableError
	require.ErrorAs(t, again.Err, &unknown)
	assert.Contains(t, unknown.Why, "gap.probe asks model scripted something that the recorded run did not ask")
}
