package address

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// addressByModel lets a model read the best passages beside the stages. Of a sentence that it quotes, what it says is weighed with what the
// stages say: it lifts a sentence over the bar only from near by, and can take none away, so that a model that says nothing of use changes
// nothing.
func (r *Run) addressByModel(ctx context.Context) {
	reader := r.Policy.Address.Reader
	if !r.Asker.Has(reader.Role) || len(r.Passages) == 0 {
		return
	}
	step := record.Step{Name: "address.model", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(r.Policy.Address.At)}
	shown := r.worthReading(reader.Passages)
	e, byID := r.read.AgainstDraft(shown)
	req, err := prompt.Reading(e)
	if err != nil {
		r.Warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
		return
	}
	req.Timeout = policy.AuxiliaryTimeout
	reply, ok := r.Ask(ctx, inquiry.Inquiry{Stage: state.Synthesis, Purse: state.Extracting, Role: reader.Role, Request: req, At: step.At})
	if !ok {
		step.Reason = "no model answered: read by the stages alone"
		r.Log(record.KindStep, step)
		return
	}
	readings, notes := prompt.ParseReading(reply.JSON, e)
	if len(notes) > 0 {
		step.Texts["notes"] = notes
	}
	step.Ran = true
	step.Numbers["passages"], step.Numbers["readings"] = float64(len(shown)), float64(len(readings))
	r.weighReadings(readings, byID, reader.Weight)
	r.Log(record.KindStep, step)
}

// worthReading returns the passages whose sentences address the question best, in the order of the reading.
func (r *Run) worthReading(n int) []*state.Passage {
	best := map[*state.Passage]float64{}
	for _, s := range r.Sentences {
		best[s.Passage] = max(best[s.Passage], s.Addresses)
	}
	out := slices.Clone(r.Passages)
	slices.SortStableFunc(out, func(a, b *state.Passage) int { return cmp.Compare(best[b], best[a]) })
	out = out[:min(n, len(out))]
	slices.SortStableFunc(out, func(a, b *state.Passage) int {
		return cmp.Compare(slices.Index(r.Passages, a), slices.Index(r.Passages, b))
	})
	return out
}

func (r *Run) weighReadings(readings []prompt.Read, byID map[string]*state.Passage, weight float64) {
	said := map[*state.Sentence]float64{}
	for _, one := range readings {
		p := byID[one.DocumentID]
		t := state.Heard{Passage: p, Says: one.Says, Stance: one.Stance}
		if t.Stance == "neutral" {
			t.Stance = ""
		}
		r.Heard = append(r.Heard, t)
		if s := r.SentenceWith(p, one.Quote); s != nil {
			said[s] = max(said[s], one.Addresses)
		}
	}
	for s, v := range said {
		if s.Addressed {
			s.Lifted = max(0, weight*(v-s.Addresses))
			s.Addresses += s.Lifted
		}
	}
}

// SentenceWith returns the sentence of a passage that holds a quote, or that a quote holds; nil: none.
func (r *Run) SentenceWith(p *state.Passage, quote string) *state.Sentence {
	want := Flat(quote)
	if want == "" {
		return nil
	}
	for _, s := range r.read.SentencesOf(p) {
		if have := Flat(s.Text); strings.Contains(have, want) || strings.Contains(want, have) {
			return s
		}
	}
	return nil
}

// Flat returns a text for comparison: without case, marks around it and runs of white space.
func Flat(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(prompt.Clean(s), "\"“”. ")), " "))
}
