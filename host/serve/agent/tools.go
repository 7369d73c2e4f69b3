package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/api"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

type asked struct {
	Question string   `json:"question" jsonschema:"the question, or the claim to judge"`
	Type     string   `json:"type,omitempty" jsonschema:"yes_no, multiple_choice, free_form or claim; default: by options and first word"`
	Options  []string `json:"options,omitempty" jsonschema:"the options of a multiple-choice question"`
	Policy   string   `json:"policy,omitempty" jsonschema:"name of a policy; default: the service's"`
	TimeoutS float64  `json:"timeout_s,omitempty" jsonschema:"seconds that the question may take; default: no limit"`
}

// submit takes the question in. Its id is a digest of what is asked, so that asking again finds the same run.
func (t *agent) submit(ctx context.Context, in asked) (*runs.Batch, error) {
	q := evidence.Question{Question: in.Question, Type: in.Type}
	for _, text := range in.Options {
		q.Options = append(q.Options, evidence.Option{Text: text})
	}
	q, err := api.Identified(q)
	if err != nil {
		return nil, err
	}
	if !(in.TimeoutS >= 0 && in.TimeoutS <= 24*3600) {
		return nil, fmt.Errorf("timeout_s must be between 0 and 86400, not %g", in.TimeoutS)
	}
	policy := in.Policy
	if policy == "" {
		policy = t.api.Default
	}
	return t.api.Desk.Submit(ctx, policy, t.client, []evidence.Question{q}, time.Duration(in.TimeoutS*float64(time.Second)))
}

// ask waits for the result and reports progress: a step for each round and each stage that ended. When the client cancels the call and nobody
// else asked, the run is cancelled.
func (t *agent) ask(ctx context.Context, r *mcp.CallToolRequest, in asked) (any, error) {
	batch, err := t.submit(ctx, in)
	if err != nil {
		return nil, err
	}
	run := batch.Runs[0]
	defer batch.Leave()
	ctx, stop := context.WithCancel(ctx)
	told := make(chan struct{})
	go func() { defer close(told); t.progress(ctx, r, run) }()
	res, err := batch.Result(ctx, 0)
	if ctx.Err() != nil && run.OnlyFor(t.client.Name) {
		run.Cancel()
	}
	stop()
	<-told
	if err != nil {
		return nil, err
	}
	return res, nil
}

// progress tells the client of each round, if it wants to know, until the run or ctx ends.
func (t *agent) progress(ctx context.Context, r *mcp.CallToolRequest, run *runs.Run) {
	token := r.Params.GetProgressToken()
	if token == nil {
		return
	}
	after := 0
	for {
		events, more, ended := run.Feed.After(after)
		for _, e := range events {
			after = e.Seq
			if text := said(e); text != "" {
				p := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(e.Seq), Message: text}
				if r.Session.NotifyProgress(ctx, p) != nil {
					return
				}
			}
		}
		if ended {
			return
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// said puts an event into words; empty: it is not worth a message.
func said(e record.Event) string {
	switch e.Kind {
	case record.KindRound:
		var r record.Round
		if e.Decode(&r) == nil && r.Ran {
			return fmt.Sprintf("round %s: %d queries, %d new documents", r.Name, r.Queries, r.NewDocuments)
		}
	case record.KindSelection:
		return "reading the selected documents"
	case record.KindCalibration:
		return "calibrating the confidence"
	}
	return ""
}

func (t *agent) start(ctx context.Context, _ *mcp.CallToolRequest, in asked) (any, error) {
	batch, err := t.submit(context.WithoutCancel(ctx), in)
	if err != nil {
		return nil, err
	}
	return t.api.Status(batch.Runs[0].ID)
}

type named struct {
	Run string `json:"run" jsonschema:"id of the run, or at least six characters of its beginning"`
}

func (t *agent) status(_ context.Context, _ *mcp.CallToolRequest, in named) (any, error) {
	return t.api.Status(in.Run)
}

func (t *agent) result(_ context.Context, _ *mcp.CallToolRequest, in named) (any, error) {
	return t.api.Result(in.Run)
}

func (t *agent) explain(_ context.Context, _ *mcp.CallToolRequest, in named) (any, error) {
	return t.api.Explain(in.Run)
}

type searched struct {
	Query string `json:"query" jsonschema:"what to search for"`
	Limit int    `json:"limit,omitempty" jsonschema:"most works, at most 50; default 10"`
}

// A work is a hit without its full text.
type work struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	Year     int     `json:"year,omitempty"`
	DOI      string  `json:"doi,omitempty"`
	Abstract string  `json:"abstract,omitempty"`
	Score    float64 `json:"score"`
}

func (t *agent) search(ctx context.Context, _ *mcp.CallToolRequest, in searched) (any, error) {
	if in.Limit == 0 {
		in.Limit = 10
	}
	if in.Limit < 1 || in.Limit > 50 {
		return nil, fmt.Errorf("limit must be between 1 and 50, not %d", in.Limit)
	}
	lease, err := t.api.Desk.Catalog.Acquire(ctx, t.api.Default)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	hits, err := lease.Host().Search(ctx, in.Query, in.Limit)
	if err != nil {
		return nil, err
	}
	works := []work{}
	for _, h := range hits {
		d := h.Document
		works = append(works, work{d.ID, d.Title, d.Year, d.DOI, d.Abstract, h.Score})
	}
	return map[string]any{"works": works}, nil
}

type replayed struct {
	named
	api.ReplayRequest
}

func (t *agent) replay(ctx context.Context, _ *mcp.CallToolRequest, in replayed) (any, error) {
	return t.api.Replay(ctx, in.Run, in.ReplayRequest)
}

func (t *agent) diff(ctx context.Context, _ *mcp.CallToolRequest, in api.DiffRequest) (any, error) {
	return t.api.Diff(ctx, in)
}
