package sdk_test

import (
	"fmt"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A scoring plugin prefers new works. Its tests call it in their own process; built for wasip1, the same code is the module.
func ExampleCall() {
	newer := sdk.Plugin{
		Manifest: contract.Manifest{Name: "newer", Kind: contract.KindScore},
		Score: func(req *contract.Request) (*contract.ScoreResult, error) {
			years := req.Table("items").Column("year").Numbers
			scores := make([]float64, len(years))
			for i, year := range years {
				scores[i] = (year - 1900) / 200
			}
			return &contract.ScoreResult{Scores: scores}, nil
		},
	}
	request := contract.Request{Contract: contract.Version, Tables: []contract.Table{
		{Name: "items", Rows: 2, Columns: []contract.Column{contract.NumbersColumn("year", []float64{2000, 1950}, nil)}},
	}}
	var response contract.Response
	if err := response.Unmarshal(sdk.Call(newer, request.Marshal(nil))); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(response.Score.Scores)
	// Output:
	// [0.5 0.25]
}
