package ranking

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/scorer"
	"github.com/sparkhost/sparkhost/host/record"
)

// An Asker asks the model of a role about texts, as many at once as servers take.
type Asker struct {
	Caller  *inquiry.Caller
	Stage   string // who asks, as records and the budget call it
	Role    string
	Timeout time.Duration // of one exchange
	At      record.At
}

// Rerank asks how relevant documents are to a query, on the model's own scale. False: not every request was answered. An error says why
// the answers cannot be used.
func (a Asker) Rerank(ctx context.Context, query string, documents []string) ([]float64, bool, error) {
	return ask(ctx, a, documents, func(some []string) (model.Request, error) { return scorer.Rerank(query, some) }, scorer.ParseRanking)
}

// Embed asks for vectors, all of one dimension; as [Asker.Rerank].
func (a Asker) Embed(ctx context.Context, texts []string) ([]scorer.Vector, bool, error) {
	out, ok, err := ask(ctx, a, texts, scorer.Embed, scorer.ParseVectors)
	if ok && err == nil {
		err = scorer.SameDimension(out...)
	}
	return out, ok, err
}

// Entail asks whether premises say or deny their hypotheses; as [Asker.Rerank].
func (a Asker) Entail(ctx context.Context, pairs []scorer.Pair) ([]scorer.Verdict, bool, error) {
	return ask(ctx, a, pairs, scorer.Entail, scorer.ParseVerdicts)
}

// ask makes requests of some items each, and puts their answers together.
func ask[In, Out any](ctx context.Context, a Asker, items []In, build func([]In) (model.Request, error), parse func(json.RawMessage, int) ([]Out, error)) ([]Out, bool, error) {
	var inquiries []inquiry.Inquiry
	var sizes []int
	for some := range slices.Chunk(items, scorer.MostTexts) {
		req, err := build(some)
		if err != nil {
			return nil, false, err
		}
		req.Timeout = a.Timeout
		inquiries = append(inquiries, inquiry.Inquiry{Stage: a.Stage, Role: a.Role, Request: req, At: a.At})
		sizes = append(sizes, len(some))
	}
	replies, ok := a.Caller.AskAll(ctx, inquiries)
	if len(inquiries) == 0 || slices.Contains(ok, false) {
		return nil, false, nil
	}
	var out []Out
	for i, reply := range replies {
		some, err := parse(reply.JSON, sizes[i])
		if err != nil {
			return nil, false, err
		}
		out = append(out, some...)
	}
	return out, true, nil
}
