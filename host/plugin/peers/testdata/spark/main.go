// Command spark is the kernel as a plugin of the spark ABI.
package main

import (
	"github.com/sparkhost/sparkhost/host/plugin/peers/kernel"
	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func init() {
	sdk.Serve(sdk.Plugin{
		Manifest: contract.Manifest{
			Name: "peer", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore, Summary: "The kernel that peers are compared by.",
			Inputs: []contract.Input{
				{Table: "items", Column: "token_set", Type: contract.ColumnTokens},
				{Table: "options", Column: "token_set", Type: contract.ColumnTokens},
			},
			Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: 0, Max: 1, Doc: "relative margin"}},
		},
		Score: func(r *contract.Request) (*contract.ScoreResult, error) {
			return &contract.ScoreResult{Scores: kernel.Score(sets(r, "items"), sets(r, "options"))}, nil
		},
	})
}

func sets(r *contract.Request, table string) [][]uint32 {
	t := r.Table(table)
	out := make([][]uint32, t.Rows)
	for i := range out {
		out[i] = t.Column("token_set").TokensAt(i)
	}
	return out
}

func main() {}
