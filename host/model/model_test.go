package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// wire is a model.Wire that answers what it is told to: the endpoint's own rules need no network.
type wire func(model.Request) (model.Answer, error)

func (w wire) Exchange(_ context.Context, r model.Request) (model.Answer, error) { return w(r) }
func (w wire) Describe() model.Description                                       { return model.Description{Wire: "test", Model: "m"} }

func endpoint(t require.TestingT, o model.EndpointOptions) *model.Endpoint {
	g, err := outbound.NewGovernor(outbound.GovernorOptions{})
	require.NoError(t, err)
	o.Name, o.Governor, o.Backoff = "e", g, 1
	e, err := model.NewEndpoint(o)
	require.NoError(t, err)
	return e
}

func TestTheKeyHoldsAllThatDecidesAReply(t *testing.T) {
	d := model.Description{Endpoint: "e", Wire: "w", Flavour: "f", Model: "m", Options: "o"}
	zero, one, seed := 0.0, 1.0, int64(0)
	base := model.Request{System: "s", Messages: []model.Message{{From: "user", Text: "ab"}}}
	change := func(f func(*model.Request)) model.Request {
		r := base
		r.Messages = append([]model.Message(nil), base.Messages...)
		f(&r)
		return r
	}
	keys := map[model.Key]string{base.Key(d): "the request"}
	add := func(name string, k model.Key) {
		assert.NotContains(t, keys, k, "%s has the key of %s", name, keys[k])
		keys[k] = name
	}
	add("system", change(func(r *model.Request) { r.System = "t" }).Key(d))
	add("text", change(func(r *model.Request) { r.Messages[0].Text = "a" }).Key(d))
	add("split", change(func(r *model.Request) {
		r.Messages = []model.Message{{From: "user", Text: "a"}, {From: "user", Text: "b"}}
	}).Key(d))
	add("schema", change(func(r *model.Request) { r.Schema = json.RawMessage(`{}`) }).Key(d))
	add("cap", change(func(r *model.Request) { r.MaxOutput = 5 }).Key(d))
	add("temperature 0", change(func(r *model.Request) { r.Temperature = &zero }).Key(d))
	add("temperature 1", change(func(r *model.Request) { r.Temperature = &one }).Key(d))
	add("seed", change(func(r *model.Request) { r.Seed = &seed }).Key(d))
	for i, other := range []model.Description{
		{}, {Endpoint: "x", Wire: "w", Flavour: "f", Model: "m", Options: "o"}, {Endpoint: "e", Wire: "x", Flavour: "f", Model: "m", Options: "o"},
		{Endpoint: "e", Wire: "w", Flavour: "x", Model: "m", Options: "o"}, {Endpoint: "e", Wire: "w", Flavour: "f", Model: "x", Options: "o"},
		{Endpoint: "e", Wire: "w", Flavour: "f", Model: "m", Options: "x"},
	} {
		add("description "+string(rune('0'+i)), base.Key(other))
	}
	same := change(func(r *model.Request) {
		r.Role, r.Purpose, r.Timeout, r.MaxOutput = model.Judge, "p", 5, model.DefaultMaxOutput
	})
	assert.Equal(t, base.Key(d), same.Key(d), "who asks, what for and how long decides nothing")
}

// Whatever an endpoint answers and says about its usage, a call costs at most its worst case, and nothing that is no
// answer comes back without an error.
func TestNoCallCostsMoreThanItsWorstCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		price := func(name string) int64 { return rapid.Int64Range(1, 200_000_000).Draw(t, name) }
		rate := &model.Rate{In: price("in"), CacheRead: price("read"), CacheWrite: price("write"), Out: price("out")}
		rate.CacheRead = min(rate.CacheRead, max(rate.In, rate.CacheWrite))
		count := rapid.OneOf(rapid.Int64Range(-10, 300), rapid.Int64())
		e := endpoint(t, model.EndpointOptions{Rate: rate, Wire: wire(func(model.Request) (model.Answer, error) {
			if rapid.IntRange(0, 2).Draw(t, "fault") == 0 {
				return model.Answer{}, &model.Fault{
					Kind:  rapid.SampledFrom([]error{model.ErrUnavailable, model.ErrQuota, model.ErrAuth, model.ErrRejected}).Draw(t, "kind"),
					Retry: rapid.Bool().Draw(t, "retry"), Billable: rapid.Bool().Draw(t, "billable"),
				}
			}
			a := model.Answer{Stop: rapid.SampledFrom([]model.Stop{model.Complete, model.Complete, model.Truncated, model.Refusal, model.Safety}).Draw(t, "stop")}
			a.Text = rapid.SampledFrom([]string{`{"score":1}`, `{"score":2}`, "words", "", strings.Repeat("long ", 5000)}).Draw(t, "text")
			if rapid.Bool().Draw(t, "usage") {
				a.Usage = &model.Usage{In: count.Draw(t, "in"), CacheRead: count.Draw(t, "read"), CacheWrite: count.Draw(t, "write"), Out: count.Draw(t, "out"), Reasoning: count.Draw(t, "thought")}
			}
			return a, nil
		})})
		r := model.Request{Purpose: "p", Messages: []model.Message{{From: model.User, Text: rapid.String().Draw(t, "prompt")}}, MaxOutput: rapid.IntRange(0, 200).Draw(t, "cap")}
		if rapid.Bool().Draw(t, "structured") {
			r.Schema = json.RawMessage(`{"type":"object","properties":{"score":{"const":1}}}`)
		}
		reply, err := e.Complete(context.Background(), r)
		worst := e.WorstCase(r)
		if reply.Cost.MicroUSD > worst.MicroUSD || reply.Cost.Tokens > worst.Tokens || reply.Cost.MicroUSD < 0 {
			t.Fatalf("it cost %+v, at most %+v was reserved", reply.Cost, worst)
		}
		if err == nil && (reply.Stop != model.Complete || strings.TrimSpace(reply.Text) == "" || r.Schema != nil && reply.JSON == nil) {
			t.Fatalf("no answer without an error: %+v", reply)
		}
	})
}

func TestTokensAtMostIsAboveWhatProseTakes(t *testing.T) {
	prose := strings.Repeat("Rapamycin binds FKBP12 and inhibits mTORC1 with an IC50 of 0.1 nM (p < 0.05). ", 10)
	assert.Greater(t, model.TokensAtMost(prose), int64(len(prose)/4), "a quarter of the bytes is what tokenizers take")
	assert.Less(t, model.TokensAtMost(prose), int64(len(prose)))
	assert.Equal(t, int64(9), model.TokensAtMost("日本語"), "each byte of what is not ASCII may be a token")
}

func TestPrices(t *testing.T) {
	d := model.DefaultPrices()
	for name, out := range map[string]int64{
		"claude-sonnet-4-6": 15_000_000, "claude-opus-5-5": 20_000_000, "claude-opus-5": 25_000_000, "deepseek-v4-pro": 3_480_000, "GPT-5.4-mini": 4_500_000,
	} {
		r := d.Rate(name)
		require.NotNil(t, r, name)
		assert.Equal(t, out, r.Out, name)
		assert.NotEmpty(t, d.AsOf(name))
	}
	assert.Nil(t, d.Rate("gpt-5.4-pro"), "a price of a cousin is no price")
	for _, tt := range []struct{ name, file, want string }{
		{"a zero that is not meant", `{"version":1,"models":[{"model":"m","as_of":"2026-11-21","in":0,"out":0}]}`, `"free": true`},
		{"half a zero", `{"version":1,"models":[{"model":"m","as_of":"2026-11-21","in":1,"out":0}]}`, `"free": true`},
		{"a negative price", `{"version":1,"models":[{"model":"m","as_of":"2026-11-21","in":-1,"out":1}]}`, "no price"},
		{"no day", `{"version":1,"models":[{"model":"m","in":1,"out":1}]}`, "as_of"},
		{"a bad pattern", `{"version":1,"models":[{"model":"[","as_of":"2026-11-21","in":1,"out":1}]}`, "pattern"},
		{"an unknown field", `{"version":1,"models":[],"extra":1}`, "extra"},
		{"another version", `{"version":2,"models":[]}`, "version 2"},
		{"free and priced", `{"version":1,"models":[{"model":"m","as_of":"2026-11-21","in":1,"out":1,"free":true}]}`, "free"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := model.ParsePrices([]byte(tt.file))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

func TestARateOfZerosIsNotKnown(t *testing.T) {
	fine := wire(func(model.Request) (model.Answer, error) {
		return model.Answer{Text: "fine", Stop: model.Complete}, nil
	})
	r := model.Request{Messages: []model.Message{{From: model.User, Text: "x"}}}
	assert.False(t, endpoint(t, model.EndpointOptions{Wire: fine, Rate: &model.Rate{}}).WorstCase(r).Known())
	assert.Equal(t, model.Free, endpoint(t, model.EndpointOptions{Wire: fine, Rate: &model.Rate{Free: true}}).WorstCase(r).Basis)
}

func TestARequestThatCannotBeIsRejectedUnasked(t *testing.T) {
	e := endpoint(t, model.EndpointOptions{Wire: wire(func(model.Request) (model.Answer, error) {
		t.Error("it was asked")
		return model.Answer{}, nil
	})})
	_, err := e.Complete(t.Context(), model.Request{})
	assert.ErrorIs(t, err, model.ErrRejected)
	_, err = e.Complete(t.Context(), model.Request{Schema: json.RawMessage(`{"type":"nonsense"}`), Messages: []model.Message{{From: model.User, Text: "x"}}})
	assert.ErrorIs(t, err, model.ErrRejected)
}

// A meter that counts its settlements.
type counting struct{ settled []model.Cost }

func (c *counting) Reserve(model.Cost) (func(model.Cost), error) {
	return func(actual model.Cost) { c.settled = append(c.settled, actual) }, nil
}

// A panicking model is an endpoint with a bug of its own.
type panicking struct{ model.Model }

func (panicking) Complete(context.Context, model.Request) (model.Reply, error) {
	panic(errors.New("a bug"))
}

func TestAPanicBelowIsSettledAtTheWorstCase(t *testing.T) {
	e := panicking{endpoint(t, model.EndpointOptions{Rate: &model.Rate{In: 1, Out: 1}, Wire: wire(nil)})}
	c := &counting{}
	r := model.Request{Messages: []model.Message{{From: model.User, Text: "x"}}}
	assert.Panics(t, func() { _, _ = model.Metered(e, c).Complete(t.Context(), r) })
	assert.Equal(t, []model.Cost{e.WorstCase(r)}, c.settled)
}
