// Package bearing tells how sentences of passages bear on each option of a question: mode options of plugin stance, until plugin
// extraction does that.
package bearing

import (
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// config is what the policy sets.
type config struct {
	scope, window int
	findings, top int
}

func configOf(req *contract.Request) config {
	return config{
		scope:    int(req.Number("scope_words")),
		window:   int(req.Number("window_words")),
		findings: int(req.Number("findings")),
		top:      int(math.Ceil(req.Number("top_passages"))),
	}
}

// Assess answers a request of mode options.
func Assess(req *contract.Request) (*contract.AssessResult, error) {
	table, query := req.Table("passages"), req.Table("query")
	switch {
	case table.Column("text") == nil:
		return nil, errors.New("the request has no column passages.text")
	case query.Len() != 1 || query.Column("text") == nil:
		return nil, errors.New("the request needs one row in table query, with column text")
	}
	a := &assessor{config: configOf(req), lexicon: newLexicon(), query: query.Column("text").StringAt(0)}
	a.open(table)
	return a.options(req.Table("options"))
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
