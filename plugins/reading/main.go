// Command reading is the shipped plugin that tells which of the sentences that were read address the question: those that
// speak of its subject and of what is asked of it. What does not address the question supports no answer.
package main

import (
	_ "embed"
	"errors"
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
	"github.com/sparkhost/sparkhost/plugins/internal/readinginput"
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
	question, sentences, err := readinginput.Read(req)
	if err != nil {
		return nil, err
	}
	m, err := modelOf(req.Numbers("weights"))
	if err != nil {
		return nil, err
	}
	var r reading.Reader
	settings := settingsOf(req)
	j := r.Judge(question, sentences, m, settings)
	counted, missed := r.Best(j, settings.From, whole(req, "findings"), whole(req, "misses"))
	return &contract.AssessResult{
		Signals: []contract.Signal{
			{Name: "addressed", Value: j.Addressed},
			{Name: "addressed_works", Value: float64(j.Works)},
			{Name: "unknown_words", Value: j.Unknown},
			{Name: "familiarity", Value: j.Familiar},
			{Name: "coincidence", Value: j.Coincidence},
			{Name: "terms", Value: float64(j.Terms)},
			{Name: "unnamed", Value: j.Unnamed},
			{Name: "held", Value: j.Held},
		},
		Parts: []contract.Part{
			{Name: "addresses", Table: "sentences", Values: j.Addresses},
			{Name: "subject", Table: "sentences", Values: j.Subject},
			{Name: "relation", Table: "sentences", Values: j.Relation},
		},
		Findings: append(found("addresses", counted, j, r.Met), found("misses", missed, j, r.Missing)...),
	}, nil
}

// modelOf returns the shipped model, with the weights that the policy sets, if it does.
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
		Twin:    req.Number("twin_malus"),
		From:    req.Number("counts_from"),
	}
}

func whole(req *contract.Request, name string) int { return int(math.Ceil(req.Number(name))) }

// found makes findings of rows.
func found(kind string, rows []int, j *reading.Judgement, text func(row int) string) []contract.Finding {
	out := make([]contract.Finding, len(rows))
	for i, row := range rows {
		out[i] = contract.Finding{Kind: kind, Table: "sentences", Rows: []uint32{uint32(row)}, Weight: j.Addresses[row], Text: text(row)}
	}
	return out
}
