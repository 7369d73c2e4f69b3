package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/analysis"
	"github.com/sparkhost/sparkhost/host/internal/inquiry"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
)

// extracting is whom the budget has pay for claims that a model reads. They count as synthesis (C24), but what is
// kept for the answer stays for the answer.
const extracting = "claims"

// extractClaims lets a model read claims out of the best documents that are read (S0-12, S0-13). What it gives for a
// document takes the place of the rules' claims, in the order of passages; where it gives nothing, those stay.
func (r *run) extractClaims(ctx context.Context) {
	x := &r.Policy.Claims.Extract
	if x.Role == "" || len(r.passages) == 0 {
		return
	}
	var asked []extraction
	var inquiries []inquiry.Inquiry
	step := record.Step{Name: "claims.extract", Numbers: map[string]float64{}, Texts: map[string][]string{}, At: at(x.At)}
	documents := r.bestRead(x.Documents)
	if r.reads() {
		documents = slices.DeleteFunc(documents, func(d *document) bool { return !r.addresses(d) })
	}
	taken := map[*document][]*claim{}
	for batch := range slices.Chunk(documents, max(1, x.Batch)) {
		shown := make([]prompt.Document, len(batch))
		for i, d := range batch {
			shown[i] = r.shownPassages(d)
		}
		req, err := prompt.Claims(r.plan.Question.Question, shown...)
		if err != nil {
			r.warn("prompt_failed", step.Name, fmt.Sprintf("%s goes on without a model: %v", step.Name, err))
			return
		}
		req.MaxOutput, req.Timeout = x.MaxOutput*len(batch), x.Timeout
		asked = append(asked, extraction{batch, shown})
		inquiries = append(inquiries, inquiry.Inquiry{Stage: synthesis, Purse: extracting, Role: x.Role, Request: req, At: at(x.At)})
	}
	replies, ok := r.asker.AskAll(ctx, inquiries)
	for i, one := range asked {
		r.takeClaims(one, replies[i], ok[i], taken, &step)
	}
	if step.Ran = step.Numbers["model"] > 0; step.Ran {
		r.replaceClaims(taken)
	} else {
		step.Reason = "no model answered: read by rules"
	}
	r.log(record.KindStep, step)
}

// An extraction is a question about some documents, as they are shown.
type extraction struct {
	documents []*document
	shown     []prompt.Document
}

// addresses tells whether a sentence that was read of a document counts.
func (r *run) addresses(d *document) bool {
	return slices.ContainsFunc(r.sentences, func(s *sentence) bool { return s.passage.doc == d && r.counts(s) })
}

// takeClaims takes over what a model read out of some documents, document by document.
func (r *run) takeClaims(x extraction, reply model.Reply, ok bool, taken map[*document][]*claim, step *record.Step) {
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
func (r *run) shownPassages(d *document) prompt.Document {
	var read []*passage
	for _, p := range r.passages {
		if p.doc == d {
			read = append(read, p)
		}
	}
	slices.SortStableFunc(read, func(a, b *passage) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), cmp.Compare(a.Start, b.Start))
	})
	texts := make([]string, len(read))
	for i, p := range read {
		texts[i] = r.excerptOf(p)
	}
	return prompt.Document{ID: d.digest, Title: d.Document.Title, Text: strings.Join(texts, "\n"), Year: d.Document.Year}
}

// carriedClaims ties each claim to the passage of its document that carries it best, by the policy's measure. A claim
// that none carries enough is dropped: it is not the document's.
func (r *run) carriedClaims(d *document, told []prompt.Claim) (out []*claim, dropped int) {
	for _, t := range told {
		c := &claim{set: r.tokenSet(t.Text), cluster: -1, kind: t.Type, qualifier: t.Qualifier, extracted: true}
		best, index := 0.0, -1
		for i, p := range r.passages {
			if v := r.measures.claims.Of(c.set, p.set); p.doc == d && v > best {
				best, index = v, i
			}
		}
		if index < 0 || best < r.Policy.Claims.SupportThreshold {
			dropped++
			continue
		}
		c.passage = r.passages[index]
		c.overlap, c.option = evidence.Containment(r.focus, c.set), r.singleOption(c.set)
		start, end := c.passage.sentenceOf(c.set)
		c.Claim = evidence.Claim{
			Passage: index, Document: c.passage.Document, Start: c.passage.Start + start, End: c.passage.Start + end, Text: t.Text,
			Confidence: r.ownConfidence(c), Quantities: quantitiesOf(t, c.passage.Text[start:end]), // U14
		}
		out = append(out, c)
	}
	return out, dropped
}

// sentenceOf is the sentence of the passage that holds most of a set: offsets into the passage.
func (p *passage) sentenceOf(set []uint32) (start, end int) {
	end = len(p.Text)
	best := -1.0
	for _, s := range p.chunk.Sentences {
		if v := evidence.Containment(set, analysis.SetOf(p.doc.ids, s.Words)); v > best {
			best, start, end = v, s.Start, s.End
		}
	}
	return start, end
}

// quantitiesOf are those of the value that a model gave, or else of the sentence that carries the claim: a number that
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
func (rd *reading) replaceClaims(taken map[*document][]*claim) {
	rules := rd.claims
	rd.claims = nil
	for _, p := range rd.passages {
		of := rules
		if len(taken[p.doc]) > 0 {
			of = taken[p.doc]
		}
		for _, c := range of {
			if c.passage == p {
				rd.claims = append(rd.claims, c)
			}
		}
	}
}
