// Command stance is the shipped plugin that tells, without a language model, what the literature says of a claim or a
// yes/no question: whether it supports it, contradicts it or leaves it open.
package main

import (
	_ "embed"

	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/stanceinput"
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

// judge is made once, as an instance starts: before each request memory goes back to that state.
var judge, broken = newJudge()

func newJudge() (*stance.Judge, error) {
	m, err := stance.ParseModel(weights)
	if err != nil {
		return nil, err
	}
	return stance.NewJudge(m), nil
}

// answer judges the question by the sentences.
func answer(req *contract.Request) (*contract.AssessResult, error) {
	q, sentences, err := stanceinput.Read(req)
	if err != nil {
		return nil, err
	}
	if broken != nil {
		return nil, broken
	}
	c := stance.Corrections{Decided: req.Numbers("decided_weights"), Answer: req.Numbers("answer_weights")}
	return result(judge.Judge(q, sentences, c), len(sentences), int(req.Number("findings"))), nil
}
