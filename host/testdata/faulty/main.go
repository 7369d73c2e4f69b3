// Command faulty is a plugin that crashes whenever it is asked for scores.
package main

import (
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() {
	sdk.Serve(sdk.Plugin{
		Manifest: contract.Manifest{
			Name: "faulty", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore, Summary: "Crashes.",
			Inputs:  []contract.Input{{Table: "items", Column: "token_set", Type: contract.ColumnTokens}},
			Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Max: 1, Doc: "none ever"}},
		},
		Score: func(*contract.Request) (*contract.ScoreResult, error) { panic("the dog ate my scores") },
	})
}

func main() {}
