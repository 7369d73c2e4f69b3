// Command stance is the shipped plugin that tells, without a language model, what
// passages say of a claim or a yes/no question: whether they support it, contradict it or
// leave it open. For an ordinary question it tells how they bear on each option.
package main

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// config is what the policy sets.
type config struct {
	focus, late, denial float64
	scope, window       int
	findings, top       int
	question, statement model
}

func configOf(req *contract.Request) config {
	return config{
		denial:    req.Number("denial"),
		late:      req.Number("late"),
		focus:     req.Number("focus"),
		scope:     int(req.Number("scope_words")),
		window:    int(req.Number("window_words")),
		findings:  int(req.Number("findings")),
		top:       int(math.Ceil(req.Number("top_passages"))),
		question:  model{req.Numbers("question_supports"), req.Numbers("question_contradicts")},
		statement: model{req.Numbers("statement_supports"), req.Numbers("statement_contradicts")},
	}
}

// answer runs the request's mode.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	table, query := req.Table("passages"), req.Table("query")
	switch {
	case table.Column("text") == nil:
		return nil, errors.New("the request has no column passages.text")
	case query.Len() != 1 || query.Column("text") == nil:
		return nil, errors.New("the request needs one row in table query, with column text")
	}
	a := &assessor{config: configOf(req), lexicon: newLexicon(), query: query.Column("text").StringAt(0)}
	a.open(table)
	if req.Text("mode") == modeOptions {
		return a.options(req.Table("options"))
	}
	return a.verify(), nil
}

// An assessor holds what all hypotheses of a request share.
type assessor struct {
	config
	lexicon  *lexicon
	query    string
	passages []passage // those that count, most relevant first
	rows     int       // of the table
}

// open reads the passages that count.
func (a *assessor) open(table *contract.Table) {
	text, section := table.Column("text"), table.Column("section")
	document, relevance := table.Column("document"), table.Column("relevance")
	a.rows = table.Len()
	a.passages = make([]passage, a.rows)
	for row := range a.passages {
		p := &a.passages[row]
		p.row, p.text, p.relevance, p.document = row, text.StringAt(row), 1, math.NaN()
		if v, known := document.NumberAt(row); known {
			p.document = v
		}
		if relevance != nil {
			v, _ := relevance.NumberAt(row)
			p.relevance = min(max(v, 0), 1)
		}
		if v, known := table.Column("position").NumberAt(row); known {
			p.position = min(max(v, 0), 1)
		}
		if section != nil {
			p.section = section.StringAt(row)
		}
	}
	a.passages = best(a.passages, a.top)
	for i := range a.passages {
		a.passages[i].reading = read(a.passages[i].text, a.lexicon)
	}
}

// verify judges the query as one hypothesis.
func (a *assessor) verify() *contract.AssessResult {
	h := newHypothesis(a.query, "", a.lexicon, a.config)
	h.look(a.passages)
	f := h.measure(a.passages)
	s := a.stance(h, &f)
	stances, bearings := make([]float64, a.rows), make([]float64, a.rows)
	for i := range a.passages {
		p := &a.passages[i]
		j := h.judge(p)
		stances[p.row], bearings[p.row] = j.stance, j.bearing
	}
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "supports", Value: s.supports},
			{Name: "contradicts", Value: s.contradicts},
			{Name: "undecided", Value: s.undecided},
			{Name: "evidence_strength", Value: f[featBest]},
		},
		Parts: []contract.Part{
			{Name: "stance", Table: "passages", Values: stances},
			{Name: "bearing", Table: "passages", Values: bearings},
		},
		Findings: a.report(h, ""),
	}
}

// stance is the probability of each answer; where nothing can be compared, it is undecided.
func (a *assessor) stance(h *hypothesis, f *vector) stance {
	against := a.denial * h.denial(a.passages)
	switch {
	case f[featBest] == 0:
		return stance{undecided: 1}
	case h.asked:
		return a.question.of(f, against)
	}
	return a.statement.of(f, against)
}

// options judges the query with each option. Without options there is nothing to say.
func (a *assessor) options(table *contract.Table) (*contract.AssessResult, error) {
	if table.Len() > 0 && table.Column("text") == nil {
		return nil, errors.New("mode options needs column options.text")
	}
	n := table.Len()
	texts := make([]string, n)
	for row := range n {
		texts[row] = table.Column("text").StringAt(row)
	}
	support, contradict := make([]float64, n), make([]float64, n)
	result := &contract.AssessResult{}
	for row, o := range a.newOptions(texts) {
		o.look(a.passages)
		support[row], contradict[row] = o.sides(a.passages)
		result.Findings = append(result.Findings, a.report(o.hypothesis, texts[row]+": ")...)
	}
	if table != nil {
		result.Parts = []contract.Part{
			{Name: "support", Table: "options", Values: support},
			{Name: "contradict", Table: "options", Values: contradict},
		}
	}
	return result, nil
}
