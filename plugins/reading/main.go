// Command reading is the shipped plugin that tells which of the sentences that were read address the question: those that
// speak of its subject and of what is asked of it. What does not address the question supports no answer.
package main

import (
	_ "embed"
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// file holds the fitted weights; `go run ./plugins/internal/fit/reading` writes it.
//
//go:embed reading.model
var file string

var shipped, broken = reading.Parse(file)

// answer judges the sentences of a request.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	table, query := req.Table("sentences"), req.Table("query")
	switch {
	case table.Column("text") == nil:
		return nil, errors.New("the request has no column sentences.text")
	case query.Len() != 1 || query.Column("text") == nil:
		return nil, errors.New("the request needs one row in table query, with column text")
	}
	m, err := modelOf(req.Numbers("weights"))
	if err != nil {
		return nil, err
	}
	var r reading.Reader
	settings := settingsOf(req)
	j := r.Judge(questionOf(req), sentencesOf(table), m, settings)
	counted, missed := r.Best(j, settings.From, whole(req, "findings"), whole(req, "misses"))
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "addressed", Value: j.Addressed},
			{Name: "addressed_works", Value: float64(j.Works)},
			{Name: "unknown_words", Value: j.Unknown},
			{Name: "familiarity", Value: j.Familiar},
		},
		Parts: []contract.Part{
			{Name: "addresses", Table: "sentences", Values: j.Addresses},
			{Name: "subject", Table: "sentences", Values: j.Subject},
			{Name: "relation", Table: "sentences", Values: j.Relation},
		},
		Findings: append(found("addresses", counted, j, r.Met), found("misses", missed, j, r.Missing)...),
	}, nil
}

// modelOf is the shipped model, with the weights that the policy sets, if it does.
func modelOf(weights []float64) (*reading.Model, error) {
	if broken != nil || len(weights) == 0 {
		return shipped, broken
	}
	if len(weights) != 1+reading.Features {
		return nil, errors.New("setting weights needs a bias and a weight for each feature, or nothing: see docs/plugins.md for their order")
	}
	m := *shipped
	m.Bias = weights[0]
	copy(m.Weights[:], weights[1:])
	return &m, nil
}

func settingsOf(req *contract.Request) reading.Settings {
	return reading.Settings{
		Discounts: reading.Discounts{
			Near: req.Number("synonym"), Kin: req.Number("family"), Title: req.Number("title"),
			Previous: req.Number("previous"), Document: req.Number("document"), Light: req.Number("light"),
		},
		Section: req.Number("section_malus"),
		Lacking: req.Number("lacking_malus"),
		From:    req.Number("counts_from"),
	}
}

func whole(req *contract.Request, name string) int { return int(math.Ceil(req.Number(name))) }

func questionOf(req *contract.Request) reading.Question {
	q := reading.Question{Text: req.Table("query").Column("text").StringAt(0), Options: texts(req.Table("options"))}
	words := req.Table("words")
	rarity := words.Column("rarity")
	for row, text := range texts(words) {
		if v, known := rarity.NumberAt(row); known {
			q.Words = append(q.Words, reading.Word{Text: text, Rarity: v})
		}
	}
	return q
}

// texts are the rows of a table's column text.
func texts(t *contract.Table) []string {
	column := t.Column("text")
	if column == nil {
		return nil
	}
	out := make([]string, t.Len())
	for row := range out {
		out[row] = column.StringAt(row)
	}
	return out
}

// sentencesOf reads the sentences. One of an unknown document stands alone.
func sentencesOf(t *contract.Table) []reading.Sentence {
	out := make([]reading.Sentence, t.Len())
	text, title, section := t.Column("text"), t.Column("title"), t.Column("section")
	document, place := t.Column("document"), t.Column("place")
	for row := range out {
		s := &out[row]
		s.Text, s.Title, s.Section = text.StringAt(row), stringAt(title, row), stringAt(section, row)
		if v, known := document.NumberAt(row); known {
			s.Document = v
		} else {
			s.Document = -1 - float64(row)
		}
		if v, known := place.NumberAt(row); known {
			s.Place = int(min(max(v, 0), math.MaxInt32))
		}
	}
	return out
}

func stringAt(c *contract.Column, row int) string {
	if c == nil {
		return ""
	}
	return c.StringAt(row)
}

// found makes findings of rows.
func found(kind string, rows []int, j *reading.Judgement, text func(row int) string) []contract.Finding {
	out := make([]contract.Finding, len(rows))
	for i, row := range rows {
		out[i] = contract.Finding{Kind: kind, Table: "sentences", Rows: []uint32{uint32(row)}, Weight: j.Addresses[row], Text: text(row)}
	}
	return out
}
