package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A heard holds a model's reading of a passage.
type heard struct {
	passage *passage
	says    string
	stance  string // "supports", "contradicts"; empty: neither
}

// addressByModel lets a model read the best passages beside the stages. Of a sentence that it quotes, what it says is weighed with what the
// stages say: it lifts a sentence over the bar only from near by, and can take none away, so that a model that says nothing of use changes
// nothing.
func (r *run) addressByModel(ctx context.Context) {
	reader := r.Policy.Address.Reader
	if !r.asker.Has(reader.Role) || len(r.passages) == 0 {
		return
	}
	step := record.Step{Name: "address.model", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: at(r.Policy.Address.At)}
	shown := r.worthReading(reader.Passages)
	e, byID := r.againstDraft(shown)
	req, err := prompt.Reading(e)
	if err != nil {
		r.warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		return
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.ask(ctx, inquiry.Inquiry{Stage: synthesis, Purse: extracting, Role: reader.Role, Request: req, At: step.At})
	if !ok {
		step.Reason = "no model answered: read by the stages alone"
		r.log(record.KindStep, step)
		return
	}
	readings, notes := prompt.ParseReading(reply.JSON, e)
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	step.Ran = true
	step.Numbers["passages"], step.Numbers["readings"] = float64(len(shown)), float64(len(readings))
	r.weighReadings(readings, byID, reader.Weight)
	r.log(record.KindStep, step)
}

// worthReading are the passages whose sentences address the question best, in the order of the reading.
func (r *run) worthReading(n int) []*passage {
	best := map[*passage]float64{}
	for _, s := range r.sentences {
		best[s.passage] = max(best[s.passage], s.addresses)
	}
	out := slices.Clone(r.passages)
	slices.SortStableFunc(out, func(a, b *passage) int { return cmp.Compare(best[b], best[a]) })
	out = out[:min(n, len(out))]
	slices.SortStableFunc(out, func(a, b *passage) int { return cmp.Compare(slices.Index(r.passages, a), slices.Index(r.passages, b)) })
	return out
}

func (r *run) weighReadings(readings []prompt.Read, byID map[string]*passage, weight float64) {
	said := map[*sentence]float64{}
	for _, one := range readings {
		p := byID[one.DocumentID]
		t := heard{passage: p, says: one.Says, stance: one.Stance}
		if t.stance == "neutral" {
			t.stance = ""
		}
		r.heard = append(r.heard, t)
		if s := r.sentenceWith(p, one.Quote); s != nil {
			said[s] = max(said[s], one.Addresses)
		}
	}
	for s, v := range said {
		if s.addressed {
			s.addresses = max(s.addresses, (1-weight)*s.addresses+weight*v)
		}
	}
}

// sentenceWith is the sentence of a passage that holds a quote, or that a quote holds; nil: none.
func (r *run) sentenceWith(p *passage, quote string) *sentence {
	want := flat(quote)
	if want == "" {
		return nil
	}
	for _, s := range r.sentencesOf(p) {
		if have := flat(s.text); strings.Contains(have, want) || strings.Contains(want, have) {
			return s
		}
	}
	return nil
}

// flat is a text for comparison: without case, marks around it and runs of white space.
func flat(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(prompt.Clean(s), "\"“”. ")), " "))
}
