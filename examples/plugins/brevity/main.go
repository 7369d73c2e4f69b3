// Command brevity is an example of a scoring plugin; docs/plugin-authors.md explains it.
package main

import (
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() {
	sdk.Serve(sdk.Plugin{
		Manifest: contract.Manifest{
			Name: "brevity", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore,
			Summary: "Prefers documents with few distinct words.",
			Inputs:  []contract.Input{{Table: "items", Column: "token_set", Type: contract.ColumnTokens}},
			Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1, Doc: "1 / (1 + words/100)"}},
		},
		Score: func(r *contract.Request) (*contract.ScoreResult, error) {
			words := r.Table("items").Column("token_set")
			scores := make([]float64, r.Table("items").Rows)
			for i := range scores {
				scores[i] = 1 / (1 + float64(len(words.TokensAt(i)))/100)
			}
			return &contract.ScoreResult{Scores: scores}, nil
		},
	})
}

func main() {}
