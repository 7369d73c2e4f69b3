package inquiry_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/record"
)

// A speaker answers with its name, or fails; each call costs it 10 micro-USD.
type speaker struct {
	name  string
	err   error
	asked atomic.Int64 // questions are put side by side
}

func (s *speaker) Describe() model.Description {
	return model.Description{Endpoint: s.name, Wire: "openai", Model: s.name}
}
func (s *speaker) WorstCase(model.Request) model.Cost {
	return model.Cost{MicroUSD: 20, Tokens: 8, Basis: model.ByPrice}
}
func (s *speaker) Complete(context.Context, model.Request) (model.Reply, error) {
	s.asked.Add(1)
	return model.Reply{Text: s.name, Stop: model.Complete, Cost: model.Cost{MicroUSD: 10, Tokens: 4, Basis: model.ByPrice}}, s.err
}

// A notebook keeps the calls that it is told of.
type notebook struct{ calls []record.ModelCall }

func (n *notebook) Log(kind record.Kind, data any) {
	if kind == record.KindModelCall {
		n.calls = append(n.calls, data.(record.ModelCall))
	}
}
func (n *notebook) KeepJSON(v any) string {
	data, _ := json.Marshal(v)
	return record.Digest(data)
}
func (n *notebook) Unknown(string) {}

// caller asks the speakers, in this order, in role judge.
func caller(t *testing.T, max int64, speakers ...*speaker) (*inquiry.Caller, *notebook, *budget.Guard) {
	t.Helper()
	kept, err := cache.OpenMemory()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, kept.Close()) })
	guard := budget.New(budget.Limits{Max: budget.Amount{CostMicroUSD: max}}, time.Now)
	var bound []inquiry.Bound
	for _, s := range speakers {
		bound = append(bound, inquiry.Bound{Model: s})
	}
	notes := &notebook{}
	return inquiry.New(inquiry.Settings{
		Models: map[string][]inquiry.Bound{"judge": bound}, Cache: kept, Clock: time.Now, Guard: guard, Journal: notes,
	}), notes, guard
}

func about(text string) inquiry.Inquiry {
	return inquiry.Inquiry{Stage: "synthesis", Role: "judge", Request: model.Request{Purpose: "test.v1", Messages: []model.Message{{From: model.User, Text: text}}}}
}

func TestWhatOneModelDoesNotAnswerTheNextIsAsked(t *testing.T) {
	refusal := &model.StopError{Purpose: "test.v1", Model: "first", Stop: model.Refusal}
	for name, err := range map[string]error{
		"refused": refusal, "unavailable": &model.EndpointError{Endpoint: "first", Kind: model.ErrUnavailable},
		"no key": &model.EndpointError{Endpoint: "first", Kind: model.ErrAuth}, "nonsense": &model.SchemaError{Purpose: "test.v1", Model: "first"},
	} {
		t.Run(name, func(t *testing.T) {
			first, second, third := &speaker{name: "first", err: err}, &speaker{name: "second"}, &speaker{name: "third"}
			c, notes, guard := caller(t, 0, first, second, third)
			reply, ok := c.Ask(t.Context(), about("is it?"))
			require.True(t, ok)
			assert.Equal(t, "second", reply.Text)
			assert.Equal(t, []int64{1, 1, 0}, []int64{first.asked.Load(), second.asked.Load(), third.asked.Load()})
			require.Len(t, notes.calls, 2, "each is in the record")
			assert.Equal(t, []string{"first", "second"}, []string{notes.calls[0].Endpoint, notes.calls[1].Endpoint})
			assert.NotEmpty(t, notes.calls[0].Class)
			assert.Equal(t, int64(20), guard.Spent().CostMicroUSD, "both are paid")
			assert.Len(t, c.Troubles.Kinds, 1, "the failure is named although there is an answer")
		})
	}
}

func TestOnlyTheQuestionsWithoutAnAnswerGoToTheNextModel(t *testing.T) {
	first, second := &speaker{name: "first"}, &speaker{name: "second"}
	c, _, _ := caller(t, 0, first, second)
	replies, ok := c.AskAll(t.Context(), []inquiry.Inquiry{about("one"), about("two")})
	assert.Equal(t, []bool{true, true}, ok)
	assert.Equal(t, []string{"first", "first"}, []string{replies[0].Text, replies[1].Text})
	assert.Zero(t, second.asked.Load())
}

func TestWithoutAnAnswerOfAnyModelThereIsNone(t *testing.T) {
	why := &model.EndpointError{Endpoint: "x", Kind: model.ErrQuota}
	c, notes, _ := caller(t, 0, &speaker{name: "first", err: why}, &speaker{name: "second", err: why})
	_, ok := c.Ask(t.Context(), about("is it?"))
	assert.False(t, ok)
	assert.Len(t, notes.calls, 2)
}

func TestNobodyElseIsAskedWhenNobodyWaits(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("over"))
	second := &speaker{name: "second"}
	c, _, _ := caller(t, 0, &speaker{name: "first", err: context.Canceled}, second)
	_, ok := c.Ask(ctx, about("is it?"))
	assert.False(t, ok)
	assert.Zero(t, second.asked.Load())
}

func TestAFallbackTakesNoMoreThanTheBudgetHas(t *testing.T) {
	second := &speaker{name: "second"}
	c, notes, guard := caller(t, 25, &speaker{name: "first", err: &model.EndpointError{Kind: model.ErrAuth}}, second)
	_, ok := c.Ask(t.Context(), about("is it?"))
	assert.False(t, ok)
	assert.Zero(t, second.asked.Load())
	assert.Equal(t, string(model.ClassBudget), notes.calls[1].Class)
	assert.LessOrEqual(t, guard.Spent().CostMicroUSD, int64(25))
}
