// Command extraction is the shipped plugin that answers without a language model: it finds the short span of
// a sentence that answers a question, or tells how what was read bears on each option.
package main

import (
	"errors"
	"math"
	"strings"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: assess}

// extractor is made once, as an instance starts: before each request memory goes back to that state.
var extractor = extract.New()

// assess runs the request's mode.
func assess(req *contract.Request) (*contract.AssessResult, error) {
	table, query := req.Table("sentences"), req.Table("query")
	switch {
	case table.Len() > 0 && table.Column("text") == nil:
		return nil, errors.New("the request has no column sentences.text")
	case query.Len() != 1 || query.Column("text") == nil:
		return nil, errors.New("the request needs one row in table query, with column text")
	}
	question := extract.Question{Text: query.Column("text").StringAt(0), Rarity: rarity(req.Table("words"))}
	sentences := extract.Foremost(read(table), int(math.Ceil(req.Number("sentences"))))
	if req.Text("mode") == modeOptions {
		return options(req, question, sentences)
	}
	return answer(req, question, sentences), nil
}

func weights(req *contract.Request) extract.Weights {
	return extract.Weights{
		Near: req.Number("nearness"), Reach: req.Number("reach"), Agree: req.Number("agreement"), Titled: req.Number("relevance"),
	}
}

// answer lists the spans that answer.
func answer(req *contract.Request, q extract.Question, sentences []extract.Sentence) *contract.AssessResult {
	n := int(req.Number("findings"))
	found := extractor.Answer(&q, sentences, weights(req), max(n, 2))
	result := &contract.AssessResult{Queries: found.Queries}
	scores := make([]float64, 0, len(found.Answers))
	for i, a := range found.Answers {
		scores = append(scores, a.Score)
		if i < n {
			result.Findings = append(result.Findings, finding(a, a.Score))
		}
	}
	for _, a := range found.Agreeing {
		if n > 0 && strings.EqualFold(a.Text, found.Answers[0].Text) {
			result.Findings = append(result.Findings, finding(a, min(a.Score, scores[0])))
		}
	}
	best, margin := lead(scores)
	result.Signals = []contract.Signal{
		{Name: "answer_score", Value: best}, {Name: "type_match", Value: found.Match}, {Name: "agreeing_works", Value: min(float64(found.Works), 10000)},
		{Name: "spread", Value: found.Spread}, {Name: "margin", Value: margin}, {Name: "bridged", Value: flag(found.Bridge != "")},
	}
	return result
}

// finding points at the sentence of an answer.
func finding(a extract.Answer, weight float64) contract.Finding {
	return contract.Finding{Kind: "answer", Table: "sentences", Rows: []uint32{uint32(a.Row)}, Weight: weight, Text: a.Text}
}

// options tells how what was read bears on each option. Without options there is nothing to say.
func options(req *contract.Request, q extract.Question, sentences []extract.Sentence) (*contract.AssessResult, error) {
	table := req.Table("options")
	if table.Len() > 0 && table.Column("text") == nil {
		return nil, errors.New("mode options needs column options.text")
	}
	for row := range table.Len() {
		q.Options = append(q.Options, table.Column("text").StringAt(row))
	}
	bearings, found := extractor.Options(&q, sentences, weights(req))
	result := &contract.AssessResult{Queries: found.Queries}
	support, contradict := make([]float64, len(bearings)), make([]float64, len(bearings))
	equal := 0.0
	for i, b := range bearings {
		support[i], contradict[i] = b.Support, b.Contradict
		if b.Equal >= 0 {
			equal++
		}
		if req.Number("findings") > 0 {
			result.Findings = append(result.Findings, findings(q.Options[i], b)...)
		}
	}
	if table != nil {
		result.Parts = []contract.Part{
			{Name: "support", Table: "options", Values: support},
			{Name: "contradict", Table: "options", Values: contradict},
		}
	}
	best, margin := lead(support)
	result.Signals = []contract.Signal{
		{Name: "answer_score", Value: best}, {Name: "margin", Value: margin}, {Name: "bridged", Value: flag(found.Bridge != "")},
		{Name: "equal_options", Value: min(equal, 10000)},
	}
	return result, nil
}

// findings returns the sentences for and against an option.
func findings(option string, b extract.Bearing) []contract.Finding {
	var out []contract.Finding
	if b.Row >= 0 {
		out = append(out, contract.Finding{Kind: "supports", Table: "sentences", Rows: []uint32{uint32(b.Row)}, Weight: b.Support, Text: option + ": '" + b.Words + "'"})
	}
	for _, o := range b.Also {
		out = append(out, contract.Finding{Kind: "supports", Table: "sentences", Rows: []uint32{uint32(o.Row)}, Weight: o.Support, Text: option + ": '" + o.Words + "'"})
	}
	if b.Against >= 0 {
		out = append(out, contract.Finding{Kind: "contradicts", Table: "sentences", Rows: []uint32{uint32(b.Against)}, Weight: b.Contradict, Text: option + ": denied"})
	}
	return out
}

// lead returns the best of some scores and how far it is ahead of the next, as a share of it.
func lead(scores []float64) (best, margin float64) {
	next := 0.0
	for _, s := range scores {
		if s > best {
			best, next = s, best
		} else {
			next = max(next, s)
		}
	}
	if best == 0 {
		return 0, 0
	}
	return best, (best - next) / best
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
