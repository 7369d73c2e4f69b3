package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/budget"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/documents"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A textTry is one way to the text of a document. An empty source is none.
type textTry struct {
	source string
	get    func(context.Context) (*documents.Holding, error)
}

// GetTexts gets the open texts of the best selected documents, one after the other, each try paid for like a
// search. The sources are asked in the policy's order until one has the text. A source that fails
// loses its try, not the run; when the time for retrieval is over, documents are read as they were found.
func (r *Run) GetTexts(ctx context.Context) error {
	if r.Policy.Read.FullText != "open" {
		return nil
	}
	return r.withinRetrieval(ctx, func(ctx context.Context) error {
		for _, d := range r.Selected[:min(len(r.Selected), r.Policy.Read.FullTextDocuments)] {
			if d.Document.Text != "" || d.Document.TextBy != "" {
				continue
			}
			if paid, err := r.getText(ctx, d); err != nil || !paid {
				return err
			}
		}
		return nil
	})
}

// withinRetrieval does something in what is left of the time for retrieval, and goes on without when that is over.
func (r *Run) withinRetrieval(ctx context.Context, do func(context.Context) error) error {
	wall := r.Policy.Budget.MaxWall
	if wall == 0 || len(r.Policy.Budget.ReserveFor) == 0 {
		return do(ctx)
	}
	left := time.Duration(float64(wall)*state.WallForRetrieval) - r.Clock().Sub(r.Started)
	bounded, cancel := r.Guard.Round(budget.Limits{Max: budget.Amount{Wall: max(left, time.Nanosecond)}}).Context(ctx)
	defer cancel()
	err := do(bounded)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil && r.Policy.Budget.OnExhausted != "fail" {
		r.Warn("retrieval_out_of_time", "read.full_text", fmt.Sprintf("not all full texts were got in time: %v", err))
		return nil
	}
	return err
}

// getText tries to get one document's text. It is not paid if the budget refused a try.
func (r *Run) getText(ctx context.Context, d *state.Document) (paid bool, err error) {
	asFound := d.Digest
	for _, try := range r.textTries(d) {
		if try.source == "" {
			r.Log(record.KindFullText, record.FullText{Document: asFound})
			return true, nil
		}
		price := budget.Amount{Searches: 1, CostMicroUSD: r.Prices.Cost(try.source, 1)}
		reserved, err := r.Reserve(r.Guard, "read.full_text", price)
		if err != nil {
			if !errors.Is(err, budget.ErrExhausted) || r.Policy.Budget.OnExhausted == "fail" {
				return false, err
			}
			r.Warn("budget_refused", "read.full_text", fmt.Sprintf("not all full texts were paid: %v", err))
			return false, nil
		}
		held, err := try.get(ctx)
		if stop := tape.Unknowable(err); stop != nil || err != nil && ctx.Err() != nil {
			reserved.Release()
			if stop != nil {
				return false, stop
			}
			return false, context.Cause(ctx)
		}
		reserved.Settle(price)
		r.settleText(d, asFound, try.source, held, err)
		if held != nil {
			break
		}
	}
	return true, nil
}

// settleText records a try and gives the document its text.
func (r *Run) settleText(d *state.Document, asFound, source string, held *documents.Holding, err error) {
	event := record.FullText{Document: asFound, Source: source}
	switch {
	case held != nil:
		event.Text = held.Digest
		d.Document, d.Digest = held.Document, held.Digest
		d.Text = r.Texts.Document(d.Digest, &d.Document)
		d.Ids = r.Vocab.IDs(d.Text.Words)
		r.Keep(held.Digest, held.Data)
	case errors.Is(err, retrieval.ErrNotFound):
		event.Missing = state.Why(err)
	default:
		event.Error = state.Why(err)
		r.Warn("source_failed", source, fmt.Sprintf("source %q failed on the text of %q: %s", source, d.Document.ID, event.Error))
	}
	r.Tally(source, event.Error)
	r.Log(record.KindFullText, event)
}

// textTries returns the ways to a document's text, in the policy's order; there is at least one.
func (r *Run) textTries(d *state.Document) []textTry {
	if r.Tape != nil {
		return r.recallTexts(d)
	}
	return r.sourceTexts(d, r.Sources)
}

// sourceTexts returns the ways that sources offer.
func (r *Run) sourceTexts(d *state.Document, sources map[string]retrieval.Source) []textTry {
	var out []textTry
	for _, s := range r.Policy.Sources {
		source, ok := retrieval.As[retrieval.FullTexter](sources[s.Name])
		if !ok || !source.HasText(&d.Document) {
			continue
		}
		out = append(out, textTry{s.Name, func(ctx context.Context) (*documents.Holding, error) {
			sections, err := source.FullText(ctx, &d.Document)
			if err != nil {
				return nil, err
			}
			return r.Library.Hold(WithText(d.Document, s.Name, sections, r.Policy.Read.FullTextChars))
		}})
	}
	if out == nil {
		return []textTry{{}}
	}
	return out
}

// recallTexts returns the tries that the tape tells of, else those of live sources.
func (r *Run) recallTexts(d *state.Document) []textTry {
	events, err := r.Tape.FullTexts(d.Digest)
	if err != nil {
		r.Err = err
	}
	var out []textTry
	for _, e := range events {
		out = append(out, textTry{e.Source, func(context.Context) (*documents.Holding, error) {
			switch {
			case e.Missing != "":
				return nil, missingText(e.Missing)
			case e.Error != "":
				return nil, errors.New(e.Error)
			}
			held, err := r.Library.Known(e.Text, r.Tape.Blob)
			if err != nil {
				return nil, &tape.UnknowableError{Why: fmt.Sprintf("a full text cannot be read: %v", err)}
			}
			return held, nil
		}})
	}
	switch {
	case out != nil:
		return out
	case r.Live != nil:
		r.Fetched++
		return r.sourceTexts(d, r.Live)
	}
	return []textTry{{"the sources", func(context.Context) (*documents.Holding, error) {
		return nil, &tape.UnknowableError{Why: fmt.Sprintf("the full text of %q is asked for, which the recorded run did not get", d.Document.ID)}
	}}}
}

// A missingText is a recorded answer that a text does not exist.
type missingText string

// Error implements error.
func (m missingText) Error() string { return string(m) }

// Is makes it an error that matches [retrieval.ErrNotFound].
func (m missingText) Is(target error) bool { return target == retrieval.ErrNotFound }

// WithText returns a document with a text of at most so many bytes. An abstract that is there only in sections stays
// before it.
func WithText(d evidence.Document, source string, sections []evidence.Section, most int) evidence.Document {
	kept := []evidence.Section{}
	if d.Abstract == "" {
		kept = slices.Clone(d.Sections)
	}
	for _, s := range sections {
		if most <= 0 {
			break
		}
		s.Text = cutAtSentence(s.Text, most)
		most -= len(s.Text)
		if s.Text == "" {
			break
		}
		kept = append(kept, s)
	}
	d.Sections, d.TextBy = kept, source
	return d
}

// cutAtSentence cuts a text to at most n bytes, after a sentence.
func cutAtSentence(s string, n int) string {
	if len(s) <= n {
		return s
	}
	at := max(strings.LastIndex(s[:n], ". ")+1, strings.LastIndexByte(s[:n], '\n'))
	return s[:max(at, 0)]
}
