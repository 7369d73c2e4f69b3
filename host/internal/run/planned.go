package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// A wording is what templates say of the question beyond its terms: found by its wording (S0-02), or
// once documents were found.
type wording struct {
	subject, effect string
	first, second   string
	domain          string            // U12
	vocabulary      []string          // S3-03
	struck          map[int]bool      // options that early elimination struck out (C35)
	pairs           map[string][]pair // by intent (S3-01)
}

// A pair is two options that are hard to tell apart, with the words that they share and have of their own.
type pair struct {
	a, b                  int
	overlap               float64
	shared, first, second string
}

// wordingOf reads a question's wording.
func wordingOf(question string) wording {
	var w wording
	w.subject, w.effect = evidence.Cause(question)
	w.first, w.second = evidence.Compared(question)
	return w
}

// fillSlots adds the slots of the wording.
func (p plan) fillSlots(s slots) {
	s["anchors"] = strings.Join(p.anchors, " ")
	s["subject"] = cmp.Or(p.wording.subject, p.entity())
	s["effect"] = p.wording.effect
	s["first"], s["second"] = p.wording.first, p.wording.second
	s["domain"] = p.wording.domain
	s["vocabulary"] = strings.Join(p.wording.vocabulary, " ")
}

// surviving are the texts of the options that {option} stands for.
func (p plan) surviving(in *policy.Intent) []string {
	all := p.contentOptions()
	if !in.Surviving {
		return all
	}
	var out []string
	for i, text := range all {
		if !p.wording.struck[i] {
			out = append(out, text)
		}
	}
	return out
}

// asks says why an intent asks nothing of this question, or "".
func (p plan) asks(in *policy.Intent) string {
	switch {
	case len(in.AnswerTypes) > 0 && !slices.Contains(in.AnswerTypes, p.answerType):
		return fmt.Sprintf("the question asks for %s", p.answerType)
	case in.Pairs.Max > 0 && len(p.wording.pairs[in.Name]) == 0:
		return fmt.Sprintf("no two options overlap by %s more than %g", in.Pairs.Measure, in.Pairs.Above)
	}
	return ""
}

// intentQueries are the queries of one intent, in the order of its templates.
func (p plan) intentQueries(in *policy.Intent) []plannedQuery {
	if p.asks(in) != "" {
		return nil
	}
	var out []plannedQuery
	for _, template := range in.Queries {
		for _, extra := range p.extras(in, template) {
			for _, text := range p.expandOver(template, extra, p.surviving(in)) {
				out = append(out, plannedQuery{text: text, intent: in.Name})
			}
		}
	}
	return out
}

// extras are the slots that a template is filled with besides the question's: those of each pair.
func (p plan) extras(in *policy.Intent, template string) []slots {
	if in.Pairs.Max == 0 || !strings.Contains(template, "{first}") && !strings.Contains(template, "{second}") {
		return []slots{nil}
	}
	var out []slots
	for _, pr := range p.wording.pairs[in.Name] {
		out = append(out, slots{"shared": pr.shared, "first": pr.first, "second": pr.second})
	}
	return out
}

// findPairs finds the pairs of every intent that contrasts options (S3-01).
func (e *Engine) findPairs(p *plan) {
	p.wording.pairs = map[string][]pair{}
	for i := range e.Policy.Intents {
		in := &e.Policy.Intents[i]
		if in.Pairs.Max > 0 {
			p.wording.pairs[in.Name] = e.pairsOf(p.contentOptions(), &in.Pairs)
		}
	}
}

// pairsOf lists the pairs of options that overlap strictly more than the threshold, those that do
// most first, at most so many.
func (e *Engine) pairsOf(options []string, rule *policy.Pairs) []pair {
	measure, err := evidence.ParseMeasure(rule.Measure)
	if err != nil {
		return nil // the policy's checks see to that
	}
	words := make([][]string, len(options))
	sets := make([][]uint32, len(options))
	vocab := evidence.NewVocabulary()
	for i, o := range options {
		words[i] = distinct(e.plainWords.Tokens(o))
		sets[i] = vocab.SetOf(words[i])
		if rule.Tokenizer == "content" {
			sets[i] = vocab.SetOf(e.content.Tokens(o))
		}
	}
	var out []pair
	for a := range options {
		for b := a + 1; b < len(options); b++ {
			if v := measure.Of(sets[a], sets[b]); v > rule.Above {
				out = append(out, contrasted(a, b, v, words[a], words[b]))
			}
		}
	}
	slices.SortStableFunc(out, func(x, y pair) int { return cmp.Compare(y.overlap, x.overlap) })
	return out[:min(len(out), rule.Max)]
}

// contrasted words a pair: what both hold, in the order of the first, and what each holds alone.
func contrasted(a, b int, overlap float64, x, y []string) pair {
	var shared, first, second []string
	for _, w := range x {
		if slices.Contains(y, w) {
			shared = append(shared, w)
		} else {
			first = append(first, w)
		}
	}
	for _, w := range y {
		if !slices.Contains(x, w) {
			second = append(second, w)
		}
	}
	return pair{a, b, overlap, strings.Join(shared, " "), strings.Join(first, " "), strings.Join(second, " ")}
}

// tellIntents records what became of the intents of a round that do not always ask.
func (r *run) tellIntents(rd *policy.Round) {
	for i := range r.Policy.Intents {
		in := &r.Policy.Intents[i]
		if !slices.Contains(rd.Intents, in.Name) || len(in.AnswerTypes) == 0 && in.Pairs.Max == 0 && !in.Surviving {
			continue
		}
		why := r.plan.asks(in)
		event := record.Step{Name: "intent." + in.Name, Round: rd.Name, Ran: why == "", Reason: why, Texts: map[string][]string{}, At: at(in.At)}
		for _, q := range r.plan.intentQueries(in) {
			event.Texts["queries"] = append(event.Texts["queries"], q.text)
		}
		for _, pr := range r.plan.wording.pairs[in.Name] {
			event.Texts["pairs"] = append(event.Texts["pairs"], fmt.Sprintf("%s, %s: %.6g", r.plan.options[pr.a].Label, r.plan.options[pr.b].Label, pr.overlap))
		}
		if why == "" && len(event.Texts["queries"]) == 0 {
			event.Ran, event.Reason = false, "the question has no options to ask for"
		}
		r.log(record.KindStep, event)
	}
}

// planned is what a run knows of its own plan while it goes on.
type planned struct {
	weighed     map[string][]policy.Term // of each block of items, the terms that count; nil: not decided yet
	spreads     map[string]spread        // of terms with min-max, by block and name
	means       map[string]float64       // of the last round's new documents, by stage of select
	read        []uint32                 // words of what would have been read before the round
	contestable bool                     // the policy reads pool.contested
	contrasts   []contrast
}

// plainWords is the analyzer for intents that contrast options; nil: there are none.
func plainWords(p *policy.Policy) *evidence.Analyzer {
	if !slices.ContainsFunc(p.Intents, func(in policy.Intent) bool { return in.Pairs.Max > 0 }) {
		return nil
	}
	return evidence.NewAnalyzer(evidence.WhitespaceNoStop)
}

// relaxation is what a policy's relax block says; nil: there is none.
func relaxation(p *policy.Relax) *evidence.Relaxation {
	if p.MaxTerms == 0 {
		return nil
	}
	enrich := map[string]string{}
	for from, to := range p.Enrich {
		enrich[from], _ = to.(string)
	}
	return evidence.NewRelaxation(p.StripQuotes, p.MaxTerms, enrich)
}

// relax rewrites queries as the policy says (B-09), and records those that it changes.
func (r *run) relax(rd *policy.Round, queries []plannedQuery) []plannedQuery {
	if r.relaxing == nil {
		return queries
	}
	event := record.Step{Name: "relax", Round: rd.Name, Ran: true, Texts: map[string][]string{}, At: at(r.Policy.Relax.At)}
	out := make([]plannedQuery, len(queries))
	for i, q := range queries {
		out[i] = plannedQuery{r.relaxing.Relax(q.text, r.content), q.intent}
		if out[i].text != q.text {
			event.Texts["before"] = append(event.Texts["before"], q.text)
			event.Texts["after"] = append(event.Texts["after"], out[i].text)
			r.reword(q.text, out[i].text)
		}
	}
	if len(event.Texts) > 0 {
		r.log(record.KindStep, event)
	}
	return out
}
