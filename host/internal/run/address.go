package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/frame"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// The table of sentences, and the parts and findings over it that the host reads.
const (
	sentencesTable = "sentences"
	partAddresses  = "addresses"
	partStance     = "stance"
)

// address asks the address stages, sentence by sentence, whether what was read addresses the question. Of several
// stages the strictest counts: a sentence addresses the question as little as the stage says that says least.
func (r *run) address(ctx context.Context) error {
	r.cutSentences()
	if len(r.sentences) == 0 {
		return nil
	}
	for i := range r.Policy.Address.Stages {
		s := &r.Policy.Address.Stages[i]
		resp, err := r.call(ctx, "address", s, r.sentenceFrame())
		if err != nil {
			return err
		}
		r.publishSignals("address."+s.Name, resp)
		r.addressBy(s, resp)
	}
	r.addressByModel(ctx)
	r.publishReading()
	return nil
}

// sentenceFrame returns the tables that address stages may see.
func (r *run) sentenceFrame() frame.Frame {
	return append(frame.Frame{r.sentenceTable(), r.wordTable()}, r.questionTables()...)
}

// addressBy takes over what one stage says of each sentence.
func (rd *reading) addressBy(s *policy.Stage, resp *contract.Response) {
	if resp == nil || resp.Assess == nil {
		return
	}
	for _, p := range resp.Assess.Parts {
		if p.Table != sentencesTable {
			continue
		}
		for i, v := range p.Values {
			rd.sentences[i].take(s.Name, p.Name, v)
		}
	}
	for _, f := range resp.Assess.Findings {
		if f.Table == sentencesTable && len(f.Rows) > 0 {
			rd.sentences[f.Rows[0]].because = f.Text
		}
	}
}

// take keeps one number that a stage says of the sentence.
func (s *sentence) take(stage, part string, v float64) {
	if part != partAddresses {
		if s.parts == nil {
			s.parts = map[string]float64{}
		}
		s.parts[stage+"."+part] = v
		return
	}
	if !s.addressed || v < s.addresses {
		s.addresses, s.addressed = v, true
	}
}

// publishReading makes known how well what was read addresses the question.
func (r *run) publishReading() {
	best := 0.0
	works := map[*document]bool{}
	for _, s := range r.sentences {
		if !s.addressed {
			continue
		}
		best = max(best, s.addresses)
		if r.counts(s) {
			works[s.passage.doc] = true
		}
	}
	if len(r.Policy.Address.Stages) > 0 {
		r.set("reading.addressed", best)
		r.set("reading.works", len(works))
	}
}

// missesShown is the number of sentences that do not count which a record keeps.
const missesShown = 5

// recordSentences tells the record of the sentences that count, and of the best that do not.
func (r *run) recordSentences() {
	if len(r.Policy.Address.Stages) == 0 {
		return
	}
	missed := 0
	for _, s := range r.nearestFirst() {
		if !r.counts(s) {
			if missed++; missed > missesShown {
				continue
			}
		}
		r.log(record.KindSentence, r.sentenceEvent(s))
	}
}

// nearestFirst lists the sentences by how well they address the question.
func (rd *reading) nearestFirst() []*sentence {
	out := slices.Clone(rd.sentences)
	slices.SortStableFunc(out, func(a, b *sentence) int { return cmp.Compare(b.addresses, a.addresses) })
	return out
}

func (r *run) sentenceEvent(s *sentence) record.Sentence {
	out := record.Sentence{
		Passage: s.passage.ID, Document: s.passage.doc.digest, Field: s.passage.Field, Start: s.Start, End: s.End, Text: s.text,
		Counts: r.counts(s), Parts: s.parts, Because: s.because, Cue: s.cue,
	}
	if s.addressed {
		out.Addresses = &s.addresses
	}
	if s.judged {
		out.Stance = &s.stance
	}
	return out
}
