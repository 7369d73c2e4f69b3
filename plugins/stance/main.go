// Command stance is the shipped plugin that tells, without a language model, what the literature says of a claim or a
// yes/no question: whether it supports it, contradicts it or leaves it open.
package main

import (
	_ "embed"
	"errors"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() { sdk.Serve(plugin) }

func main() {}

var plugin = sdk.Plugin{Manifest: manifest, Assess: answer}

// weights are made by go run ./plugins/internal/fit/stance.
//
//go:embed stance.model
var weights []byte

// judge is made by the first request.
var judge *stance.Judge

// answer judges the question by the sentences.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	query := req.Table("query")
	if query.Len() != 1 || query.Column("text") == nil {
		return nil, errors.New("the request needs one row in table query, with column text")
	}
	read, err := readingOf(req)
	if err != nil {
		return nil, err
	}
	if judge == nil {
		m, err := stance.ParseModel(weights)
		if err != nil {
			return nil, err
		}
		judge = stance.NewJudge(m)
	}
	q := stance.Question{Text: query.Column("text").StringAt(0), Rarity: rarityOf(req.Table("words"))}
	c := stance.Corrections{Decided: req.Numbers("decided_weights"), Answer: req.Numbers("answer_weights")}
	return read.result(judge.Judge(q, read.sentences, c), int(req.Number("findings"))), nil
}
