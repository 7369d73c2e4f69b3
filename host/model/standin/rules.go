package standin

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// analyzer makes the tokens that the rules compare.
var analyzer = sync.OnceValue(func() *evidence.Analyzer { return evidence.NewAnalyzer(evidence.Content) })

// paper is a prompt as the rules read it.
type paper struct {
	question  string
	options   []labelled
	documents []labelled // by number
	gaps      []labelled // by gap id
	draft     string
	first     string
	second    string
}

type labelled struct{ label, text string }

func read(q Request) paper {
	var p paper
	for _, b := range prompt.Blocks(q.First()) {
		switch {
		case b.Name == "question":
			p.question = b.Text
		case b.Name == "option":
			p.options = append(p.options, split(b.Text, "label: "))
		case b.Name == "gap":
			p.gaps = append(p.gaps, split(b.Text, "gap_id: "))
		case b.Name == "draft":
			p.draft = b.Text
		case b.Name == "first":
			p.first = b.Text
		case b.Name == "second":
			p.second = b.Text
		case strings.HasPrefix(b.Name, "D"):
			p.documents = append(p.documents, labelled{b.Name, strings.TrimPrefix(b.Text, "title: ")})
		}
	}
	return p
}

func split(text, prefix string) labelled {
	head, rest, _ := strings.Cut(text, "\n")
	return labelled{strings.TrimPrefix(head, prefix), rest}
}

// rules answer a prompt by what its documents say.
func rules(q Request) string {
	p := read(q)
	name, _, _ := strings.Cut(q.Task, ".")
	switch name {
	case "check":
		return text(map[string]any{"ok": true})
	case "plan":
		return text(p.plan())
	case "evidence_gaps":
		return p.evidenceGaps()
	case "epistemic_gaps":
		return text(map[string]any{"gaps": p.epistemicGaps()})
	case "probe":
		return text(map[string]any{"claims": p.probe()})
	case "gap_queries":
		return text(map[string]any{"queries": p.gapQueries()})
	case "disambiguation":
		return text(map[string]any{"query": p.disambiguation()})
	case "claims":
		return text(map[string]any{"claims": p.claims()})
	case "options":
		return text(map[string]any{"options": p.scores()})
	case "synthesis":
		return text(p.synthesis())
	case "judge":
		return text(p.judge())
	case "reading":
		return text(map[string]any{"readings": p.readings()})
	case "verify":
		return text(map[string]any{"findings": p.verify()})
	}
	if q.Format != "" {
		return "{}"
	}
	return "I have read it."
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}" // maps of texts and finite numbers do not fail
	}
	return string(b)
}

// within returns the share of a's tokens that b has.
func within(a, b string) float64 {
	have := map[string]bool{}
	for _, t := range analyzer().Tokens(b) {
		have[t] = true
	}
	want := analyzer().Tokens(a)
	n := 0
	for _, t := range want {
		if have[t] {
			n++
		}
	}
	return float64(n) / float64(max(len(want), 1))
}

func round(f float64) float64 { return math.Round(f*1000) / 1000 }

// best returns the sentence of a text that has most of the wanted tokens, and their share.
func best(want, in string) (string, float64) {
	at, share := "", -1.0
	for _, s := range evidence.Sentences(in) {
		sentence := in[s.Start:s.End]
		if w := within(want, sentence); w > share {
			at, share = sentence, w
		}
	}
	return strings.TrimSpace(at), max(share, 0)
}

func negated(s string) bool { return len(evidence.Negations(s)) > 0 }

// scores of the options: how much of an option and of the question stands in one document. Yes, no and maybe are
// scored by whether the sentence that is nearest to the question is negated.
func (p paper) scores() []any {
	var list []any
	for _, o := range p.options {
		top := 0.0
		shares := make([]float64, len(p.documents))
		for i, d := range p.documents {
			shares[i] = p.share(o, d.text)
			top = max(top, shares[i])
		}
		cited := []string{}
		for i, s := range shares {
			if s > 0.2 && s >= 0.8*top && len(cited) < 3 {
				cited = append(cited, p.documents[i].label)
			}
		}
		list = append(list, map[string]any{
			"label": o.label, "reasoning": fmt.Sprintf("The nearest document shares %.0f %% of its words.", 100*top),
			"quote": p.quoted(o, cited), "citations": cited, "score": round(top),
		})
	}
	return list
}

// quoted returns the sentence of the first document cited that is nearest to question and option.
func (p paper) quoted(o labelled, cited []string) string {
	for _, d := range p.documents {
		if len(cited) > 0 && d.label == cited[0] {
			_, body, _ := strings.Cut(d.text, "\n")
			sentence, _ := best(p.question+" "+o.text, body)
			return sentence
		}
	}
	return ""
}

func (p paper) share(o labelled, doc string) float64 {
	sentence, near := best(p.question, doc)
	switch strings.ToLower(strings.Trim(o.text, " .")) {
	case "yes":
		if negated(sentence) {
			return 0.3 * near
		}
		return near
	case "no":
		if negated(sentence) {
			return near
		}
		return 0.3 * near
	case "maybe":
		return 0.4 * near
	}
	return 0.7*within(o.text, doc) + 0.3*within(p.question, doc)
}

// missing are core terms of a text that no document has.
func (p paper) missing(of string, n int) []string {
	var all strings.Builder
	for _, d := range p.documents {
		all.WriteString(d.text + "\n")
	}
	var terms []string
	for _, t := range evidence.CoreTerms(of, 12) {
		if within(t, all.String()) == 0 && len(terms) < n {
			terms = append(terms, t)
		}
	}
	return terms
}

// plan returns the question itself, and each option with its core terms. The field is not known: nothing of it is in the words.
func (p paper) plan() any {
	parts := []string{p.question}
	core := strings.Join(evidence.CoreTerms(p.question, 4), " ")
	for _, o := range p.options {
		parts = append(parts, core+" "+o.text)
	}
	return map[string]any{"sub_claims": parts, "queries": []string{}, "task_type": ""}
}

func (p paper) evidenceGaps() string {
	var entities, gaps []string
	for _, d := range p.documents {
		for _, a := range analyzer().Anchors(d.text) {
			if strings.Contains(d.text, a) && !strings.Contains(a, "|") && len(entities) < 6 {
				entities = append(entities, a)
			}
		}
	}
	for _, part := range append([]labelled{{"", p.question}}, p.options...) {
		if terms := p.missing(part.text, 4); len(terms) > 0 && len(gaps) < 4 {
			gaps = append(gaps, "evidence on "+strings.Join(terms, " "))
		}
	}
	return "entities: " + strings.Join(entities, " | ") + "\ngaps: " + strings.Join(gaps, " | ")
}

func (p paper) epistemicGaps() []any {
	list := []any{}
	kinds := []string{"factual", "mechanistic", "quantitative", "temporal"}
	core := strings.Join(evidence.CoreTerms(p.question, 4), " ")
	for _, part := range append([]labelled{{"", p.question}}, p.options...) {
		terms := p.missing(part.text, 5)
		if len(terms) == 0 || len(list) == 6 {
			continue
		}
		list = append(list, map[string]any{
			"gap_id": fmt.Sprintf("G%d", len(list)+1), "gap_type": kinds[len(list)%4],
			"gap_description": "reported data on " + strings.Join(terms, " ") + " with regard to " + core,
		})
	}
	return list
}

// probe makes claims of neighbouring core terms of the question.
func (p paper) probe() []any {
	list := []any{}
	terms := evidence.CoreTerms(p.question, 9)
	for i := 0; i < len(terms); i += 2 {
		phrase := strings.Join(terms[i:min(i+2, len(terms))], " ")
		found := []string{}
		for _, d := range p.documents {
			if within(phrase, d.text) == 1 {
				found = append(found, d.label)
			}
		}
		list = append(list, map[string]any{"claim": phrase, "documents": found})
	}
	return list
}

func (p paper) gapQueries() []any {
	list := []any{}
	core := evidence.CoreTerms(p.question, 3)
	for _, g := range p.gaps {
		terms := strings.Join(evidence.CoreTerms(g.text, 6), " ")
		for _, q := range []string{terms + " " + strings.Join(core, " "), terms + " measurement"} {
			list = append(list, map[string]any{"gap_id": g.label, "query": strings.TrimSpace(q)})
		}
	}
	return list
}

func (p paper) disambiguation() string {
	var sides []string
	for _, d := range p.documents {
		title, _, _ := strings.Cut(d.text, "\n")
		sides = append(sides, strings.Join(evidence.CoreTerms(title, 4), " "))
	}
	return "meta-analysis comparing " + strings.Join(sides, " vs ")
}

// claims returns the three sentences of each document that are nearest to the question, with their first number.
func (p paper) claims() []any {
	list := []any{}
	for _, d := range p.documents {
		for _, s := range p.nearest(d, 3) {
			claim := map[string]any{"document": d.label, "claim_text": s, "claim_type": "mechanism", "quantitative_value": nil, "confidence_qualifier": "reported"}
			if i := strings.IndexAny(s, "0123456789"); i >= 0 {
				value, _, _ := strings.Cut(s[i:], " ")
				claim["claim_type"], claim["quantitative_value"] = "numerical", strings.TrimRight(value, ".,;)%")
			}
			list = append(list, claim)
		}
	}
	return list
}

// nearest returns the n sentences of a document that are nearest to the question.
func (p paper) nearest(d labelled, n int) []string {
	_, body, _ := strings.Cut(d.text, "\n")
	var sentences []string
	for _, s := range evidence.Sentences(body) {
		sentences = append(sentences, strings.TrimSpace(body[s.Start:s.End]))
	}
	sort.SliceStable(sentences, func(i, j int) bool { return within(p.question, sentences[i]) > within(p.question, sentences[j]) })
	return sentences[:min(len(sentences), n)]
}

// readings returns the documents with a sentence that shares a third of the question's words. A negated sentence contradicts.
func (p paper) readings() []any {
	list := []any{}
	for _, d := range p.documents {
		_, body, _ := strings.Cut(d.text, "\n")
		sentence, share := best(p.question, body)
		if share < 0.34 {
			continue
		}
		stance := "supports"
		if negated(sentence) != negated(p.question) {
			stance = "contradicts"
		}
		list = append(list, map[string]any{"document": d.label, "says": sentence, "quote": sentence, "addresses": round(share), "stance": stance})
	}
	return list
}

func (p paper) synthesis() any {
	at, sentence, share := "", "", 0.0
	for _, d := range p.documents {
		_, body, _ := strings.Cut(d.text, "\n")
		if s, w := best(p.question, body); w > share {
			at, sentence, share = d.label, s, w
		}
	}
	if at == "" {
		return map[string]any{
			"reasoning": "No document shares a word.", "answer": "The documents do not say.", "quote": "", "confidence": 0.05, "citations": []string{}, "answerable": false,
		}
	}
	return map[string]any{
		"reasoning": "This sentence shares most words.", "answer": sentence + " [" + at + "]", "quote": sentence,
		"confidence": round(0.2 + 0.6*share), "citations": []string{at}, "answerable": share >= 0.3,
	}
}

func (p paper) judge() any {
	var all strings.Builder
	for _, d := range p.documents {
		all.WriteString(d.text + "\n")
	}
	a, b := within(p.first, all.String()), within(p.second, all.String())
	choice := "neither"
	switch {
	case a > b:
		choice = "first"
	case b > a:
		choice = "second"
	}
	return map[string]any{"choice": choice, "confidence": round(0.5 + math.Abs(a-b)/2), "reasoning": "It shares more words with the documents."}
}

func (p paper) verify() []any {
	list := []any{}
	for _, d := range p.documents {
		_, body, _ := strings.Cut(d.text, "\n")
		sentence, share := best(p.draft, body)
		if share < 0.3 {
			continue
		}
		verdict := "supports"
		if negated(sentence) != negated(p.draft) {
			verdict = "refutes"
		}
		list = append(list, map[string]any{"document": d.label, "quote": sentence, "reasoning": "By its negations.", "verdict": verdict, "strength": round(share)})
	}
	return list
}
