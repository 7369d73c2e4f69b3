package address

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Address asks the address stages, sentence by sentence, whether what was read addresses the question. Of several
// stages the strictest counts: a sentence addresses the question as little as the stage says that says least.
func (r *Run) Address(ctx context.Context) error {
	r.read.CutSentences()
	if len(r.Sentences) == 0 {
		return nil
	}
	for i := range r.Policy.Address.Stages {
		s := &r.Policy.Address.Stages[i]
		resp, err := r.Call(ctx, "address", s, r.sentenceFrame())
		if err != nil {
			return err
		}
		r.PublishSignals("address."+s.Name, resp)
		r.addressBy(s, resp)
	}
	r.addressByModel(ctx)
	r.publishReading()
	return nil
}

// sentenceFrame returns the tables that address stages may see.
func (r *Run) sentenceFrame() frame.Frame {
	return append(frame.Frame{r.read.SentenceTable(), r.plan.WordTable()}, r.QuestionTables()...)
}

// addressBy takes over what one stage says of each sentence.
func (rd *Run) addressBy(s *policy.Stage, resp *contract.Response) {
	if resp == nil || resp.Assess == nil {
		return
	}
	for _, p := range resp.Assess.Parts {
		if p.Table != state.SentencesTable {
			continue
		}
		for i, v := range p.Values {
			rd.Sentences[i].Take(s.Name, p.Name, v)
		}
	}
	for _, f := range resp.Assess.Findings {
		if f.Table == state.SentencesTable && len(f.Rows) > 0 {
			rd.Sentences[f.Rows[0]].Because = f.Text
		}
	}
}

// publishReading makes known how well what was read addresses the question.
func (r *Run) publishReading() {
	best := 0.0
	works := map[*state.Document]bool{}
	for _, s := range r.Sentences {
		if !s.Addressed {
			continue
		}
		best = max(best, s.Addresses)
		if r.read.Counts(s) {
			works[s.Passage.Doc] = true
		}
	}
	if len(r.Policy.Address.Stages) > 0 {
		r.Set("reading.addressed", best)
		r.Set("reading.works", len(works))
		r.Set("reading.breadth", 1-1/(1+float64(len(works))))
	}
}

// missesShown is the number of sentences that do not count which a record keeps.
const missesShown = 5

// RecordSentences tells the record of the sentences that count, and of the best that do not.
func (r *Run) RecordSentences() {
	if len(r.Policy.Address.Stages) == 0 {
		return
	}
	missed := 0
	for _, s := range r.NearestFirst() {
		if !r.read.Counts(s) {
			if missed++; missed > missesShown {
				continue
			}
		}
		r.Log(record.KindSentence, r.sentenceEvent(s))
	}
}

func (r *Run) sentenceEvent(s *state.Sentence) record.Sentence {
	out := record.Sentence{
		Passage: s.Passage.ID, Document: s.Passage.Doc.Digest, Field: s.Passage.Field, Start: s.Start, End: s.End, Text: s.Text,
		Counts: r.read.Counts(s), Parts: s.Parts, Because: s.Because, Cue: s.Cue,
	}
	if s.Addressed {
		out.Addresses = &s.Addresses
	}
	if s.Judged {
		out.Stance = &s.Stance
	}
	return out
}
