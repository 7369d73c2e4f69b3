package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// extractClaims lets a model read claims out of the best documents that are read (S0-12, S0-13). What it gives for a
// document takes the place of the rules' claims, in the order of passages; where it gives nothing, those stay.
func (r *Run) extractClaims(ctx context.Context) {
	x := &r.Policy.Claims.Extract
	if x.Role == "" || len(r.Passages) == 0 {
		return
	}
	var asked []extraction
	var inquiries []inquiry.Inquiry
	step := record.Step{Name: "claims.extract", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: state.At(x.At)}
	documents := r.BestRead(x.Documents)
	if r.read.Reads() {
		documents = slices.DeleteFunc(documents, func(d *state.Document) bool { return !r.addresses(d) })
	}
	taken := map[*state.Document][]*state.Claim{}
	for batch := range slices.Chunk(documents, max(1, x.Batch)) {
		shown := make([]prompt.Document, len(batch))
		for i, d := range batch {
			shown[i] = r.shownPassages(d)
		}
		req, err := prompt.Claims(r.Plan.Question.Question, shown...)
		if err != nil {
			r.Warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
			return
		}
		req.MaxOutput, req.Timeout = x.MaxOutput*len(batch), x.Timeout
		asked = append(asked, extraction{batch, shown})
		inquiries = append(inquiries, inquiry.Inquiry{Stage: state.Synthesis, Purse: state.Extracting, Role: x.Role, Request: req, At: state.At(x.At)})
	}
	replies, ok := r.Asker.AskAll(ctx, inquiries)
	for i, one := range asked {
		r.takeClaims(one, replies[i], ok[i], taken, &step)
	}
	if step.Ran = step.Numbers["model"] > 0; step.Ran {
		r.replaceClaims(taken)
	} else {
		step.Reason = "no model answered: read by rules"
	}
	r.Log(record.KindStep, step)
}

// An extraction is a question about some documents, as they are shown.
type extraction struct {
	documents []*state.Document
	shown     []prompt.Document
}

// addresses tells whether a sentence that was read of a document counts.
func (r *Run) addresses(d *state.Document) bool {
	return slices.ContainsFunc(r.Sentences, func(s *state.Sentence) bool { return s.Passage.Doc == d && r.read.Counts(s) })
}

// takeClaims takes over what a model read out of some documents, document by document.
func (r *Run) takeClaims(x extraction, reply model.Reply, ok bool, taken map[*state.Document][]*state.Claim, step *record.Step) {
	var told []prompt.Claim
	var notes []string
	if ok {
		told, notes = prompt.ParseClaims(reply.JSON, x.shown...)
	}
	dropped := 0
	for i, d := range x.documents {
		of := slices.DeleteFunc(slices.Clone(told), func(c prompt.Claim) bool { return c.DocumentID != x.shown[i].ID })
		var less int
		taken[d], less = r.carriedClaims(d, of)
		dropped += less
		by := "rules"
		if len(taken[d]) > 0 {
			by = "model"
		}
		step.Numbers[by]++
		step.Numbers["claims"] += float64(len(taken[d]))
		step.Texts[by] = append(step.Texts[by], d.Document.ID)
	}
	if dropped > 0 {
		notes = append(notes, fmt.Sprintf("%s: left out: claims that no passage carries (%d)", prompt.TaskClaims, dropped))
	}
	for _, note := range notes {
		step.Texts["notes"] = append(step.Texts["notes"], x.documents[0].Document.ID+": "+note)
	}
}

// shownPassages returns the part of a document that a model is shown: the passages that are read, in the document's order.
func (r *Run) shownPassages(d *state.Document) prompt.Document {
	var read []*state.Passage
	for _, p := range r.Passages {
		if p.Doc == d {
			read = append(read, p)
		}
	}
	slices.SortStableFunc(read, func(a, b *state.Passage) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), cmp.Compare(a.Start, b.Start))
	})
	texts := make([]string, len(read))
	for i, p := range read {
		texts[i] = r.read.ExcerptOf(p)
	}
	return prompt.Document{ID: d.Digest, Title: d.Document.Title, Text: strings.Join(texts, "\n"), Year: d.Document.Year}
}

// carriedClaims ties each claim to the passage of its document that carries it best, by the policy's measure. A claim
// that none carries enough is dropped: it is not the document's.
func (r *Run) carriedClaims(d *state.Document, told []prompt.Claim) (out []*state.Claim, dropped int) {
	for _, t := range told {
		c := &state.Claim{Set: r.TokenSet(t.Text), Cluster: -1, Kind: t.Type, Qualifier: t.Qualifier, Extracted: true}
		best, index := 0.0, -1
		for i, p := range r.Passages {
			if v := r.Measures.Claims.Of(c.Set, p.Set); p.Doc == d && v > best {
				best, index = v, i
			}
		}
		if index < 0 || best < r.Policy.Claims.SupportThreshold {
			dropped++
			continue
		}
		c.In = r.Passages[index]
		c.Overlap, c.Option = evidence.Containment(r.Focus, c.Set), r.SingleOption(c.Set)
		start, end := c.In.SentenceOf(c.Set)
		c.Claim = evidence.Claim{
			Passage: index, Document: c.In.Document, Start: c.In.Start + start, End: c.In.Start + end, Text: t.Text,
			Confidence: r.read.OwnConfidence(c), Quantities: quantitiesOf(t, c.In.Text[start:end]), // U14
		}
		out = append(out, c)
	}
	return out, dropped
}

// quantitiesOf returns those of the value that a model gave, or else of the sentence that carries the claim: a number that
// only the claim has may be made up. A value without a unit has that of the same number in the sentence.
func quantitiesOf(t prompt.Claim, sentence string) []evidence.Quantity {
	said := evidence.Quantities(sentence)
	if t.Value == nil {
		return said
	}
	qs := evidence.Quantities(*t.Value)
	if len(qs) == 0 && t.Number != nil {
		qs = []evidence.Quantity{{Value: *t.Number, End: len(*t.Value)}}
	}
	if len(qs) == 1 && qs[0].Unit == "" {
		if i := slices.IndexFunc(said, func(q evidence.Quantity) bool { return q.Unit != "" && q.Value == qs[0].Value }); i >= 0 {
			return said[i : i+1]
		}
	}
	if len(qs) > 0 {
		return qs
	}
	return said
}

// replaceClaims puts a model's claims in the place of those that rules read out of the same documents.
func (rd *Run) replaceClaims(taken map[*state.Document][]*state.Claim) {
	rules := rd.Claims
	rd.Claims = nil
	for _, p := range rd.Passages {
		of := rules
		if len(taken[p.Doc]) > 0 {
			of = taken[p.Doc]
		}
		for _, c := range of {
			if c.In == p {
				rd.Claims = append(rd.Claims, c)
			}
		}
	}
}
