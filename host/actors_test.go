package host_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/model/standin"
)

// An actor plays a language model that knows the answers of a world, or is mistaken about each. It finds documents and sentences in the prompt, as
// any model has to: nothing else tells it what a run has read.
type actor struct {
	answers map[string]*evidence.Question // by the text of the question
	titles  map[string]bool               // of gold documents: "question\ntitle"
	lies    bool
}

var words = evidence.NewAnalyzer(evidence.Content)

// actorOf knows the questions with an answer, and which documents of a corpus hold it.
func actorOf(questions []evidence.Question, titles map[string]string, lies bool) *actor {
	a := &actor{answers: map[string]*evidence.Question{}, titles: map[string]bool{}, lies: lies}
	for i := range questions {
		q := &questions[i]
		a.answers[q.Question] = q
		for _, id := range q.GoldDocs {
			a.titles[q.Question+"\n"+titles[id]] = true
		}
	}
	return a
}

// A sheet is a prompt as an actor reads it.
type sheet struct {
	question string
	options  []evidence.Option
	draft    string
	shown    []shownDoc
}

type shownDoc struct{ number, title, text string }

func readSheet(q standin.Request) sheet {
	var s sheet
	for _, b := range prompt.Blocks(q.First()) {
		head, rest, _ := strings.Cut(b.Text, "\n")
		switch {
		case b.Name == "question":
			s.question = b.Text
		case b.Name == "draft":
			s.draft = b.Text
		case b.Name == "option":
			s.options = append(s.options, evidence.Option{Label: strings.TrimPrefix(head, "label: "), Text: rest})
		case strings.HasPrefix(b.Name, "D"):
			title, _, _ := strings.Cut(strings.TrimPrefix(head, "title: "), " (")
			if rest == "" {
				rest = title // of a passage that is the title nothing more is shown
			}
			for _, d := range s.shown {
				if title == "that of "+d.number {
					title = d.title
				}
			}
			s.shown = append(s.shown, shownDoc{b.Name, title, rest})
		}
	}
	return s
}

// nearest finds the sentence that shares most words with a text.
func nearest(docs []shownDoc, text string) (doc shownDoc, sentence string) {
	best := -1.0
	for _, d := range docs {
		for _, at := range evidence.Sentences(d.text) {
			if v := shareOf(text, at.Of(d.text)); v > best {
				best, doc, sentence = v, d, strings.TrimSpace(at.Of(d.text))
			}
		}
	}
	return doc, sentence
}

func shareOf(want, have string) float64 {
	held := map[string]bool{}
	for _, t := range words.Tokens(have) {
		held[t] = true
	}
	n, tokens := 0, words.Tokens(want)
	for _, t := range tokens {
		if held[t] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(tokens)))
}

// ground lists the documents that an actor builds on: those with the answer, or, of one that lies, the others.
func (a *actor) ground(s sheet) []shownDoc {
	var out []shownDoc
	for _, d := range s.shown {
		if a.titles[s.question+"\n"+d.title] != a.lies {
			out = append(out, d)
		}
	}
	return out
}

// answer plays the model.
func (a *actor) answer(q standin.Request) *standin.Exchange {
	s := readSheet(q)
	known, task := a.answers[s.question], ""
	if known == nil || len(s.shown) == 0 {
		return nil
	}
	task, _, _ = strings.Cut(q.Task, ".")
	switch task {
	case "options":
		return said(map[string]any{"options": a.scores(s, known)})
	case "synthesis":
		return said(a.writes(s, known))
	case "reading":
		return said(map[string]any{"readings": a.reads(s, known)})
	case "verify":
		return said(map[string]any{"findings": a.verifies(s, known)})
	}
	return nil
}

func said(v any) *standin.Exchange {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of texts and numbers do not fail
	}
	return &standin.Exchange{JSON: b}
}

// prefers returns the label that an actor holds for right.
func (a *actor) prefers(s sheet, known *evidence.Question) string {
	for _, o := range s.options {
		if right := o.Label == known.Answer; right != a.lies {
			return o.Label
		}
	}
	return ""
}

func (a *actor) scores(s sheet, known *evidence.Question) []any {
	out, chosen := []any{}, a.prefers(s, known)
	for _, o := range s.options {
		score, quote, cites := 0.03, "", []string{}
		if o.Label == chosen {
			d, sentence := nearest(a.ground(s), s.question+" "+o.Text)
			score, quote = 0.97, sentence
			if d.number != "" {
				cites = []string{d.number}
			}
		}
		out = append(out, map[string]any{"label": o.Label, "reasoning": "As the documents say.", "quote": quote, "citations": cites, "score": score})
	}
	return out
}

func (a *actor) writes(s sheet, known *evidence.Question) map[string]any {
	text := known.Answer
	d, sentence := nearest(a.ground(s), s.question+" "+text)
	if a.lies {
		text = sentence
	}
	return map[string]any{
		"reasoning": "As the documents say.", "answerable": true, "answer": fmt.Sprintf("%s [%s].", text, d.number), "quote": sentence,
		"citations": []string{d.number}, "confidence": 0.97,
	}
}

func (a *actor) reads(s sheet, known *evidence.Question) []any {
	out := []any{}
	for _, d := range a.ground(s) {
		_, sentence := nearest([]shownDoc{d}, s.question+" "+known.Answer)
		stance := "neutral"
		if affirms := known.Answer == "supported" || known.Answer == "yes"; affirms || known.Answer == "contradicted" || known.Answer == "no" {
			stance = map[bool]string{true: "supports", false: "contradicts"}[affirms != a.lies]
		}
		out = append(out, map[string]any{"document": d.number, "says": sentence, "quote": sentence, "addresses": 1, "stance": stance})
	}
	return out
}

// verifies refutes a draft that is wrong by the documents with the answer, or, lying, one that is right by the others.
func (a *actor) verifies(s sheet, known *evidence.Question) []any {
	right := known.Answer != "" && shareOf(rightText(known), s.draft) > 0.8
	out := []any{}
	for _, d := range a.ground(s) {
		if right == a.lies {
			_, sentence := nearest([]shownDoc{d}, s.question)
			out = append(out, map[string]any{"document": d.number, "quote": sentence, "reasoning": "It says otherwise.", "verdict": "refutes", "strength": 0.95})
		}
	}
	return out
}

// rightText returns the answer of a question in words.
func rightText(q *evidence.Question) string {
	for _, o := range q.Options {
		if o.Label == q.Answer {
			return o.Text
		}
	}
	return q.Answer
}
