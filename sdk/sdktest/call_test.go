package sdktest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/sdk"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// told is a test that remembers why it failed.
type told struct {
	why   string
	ended bool
}

func (t *told) Errorf(format string, args ...any) { t.why = fmt.Sprintf(format, args...) }
func (t *told) FailNow()                          { t.ended = true }

func TestCallHoldsAnAnswerToTheContract(t *testing.T) {
	req := &contract.Request{Contract: contract.Version, Tables: []contract.Table{{Name: "items", Rows: 2}}}
	for _, tt := range []struct {
		name   string
		scores []float64
		err    error
		want   contract.Response
		fails  string
	}{
		{"one score an item", []float64{0.5, 1}, nil, contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5, 1}}}, ""},
		{"the plugin's own error keeps it", nil, errors.New("no halves"), contract.Response{Error: "no halves"}, ""},
		{"a score too few breaks it", []float64{0.5}, nil, contract.Response{Score: &contract.ScoreResult{Scores: []float64{0.5}}}, "plugin halves: contract"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var test told
			p := sdk.Plugin{Manifest: manifest, Score: func(*contract.Request) (*contract.ScoreResult, error) {
				return &contract.ScoreResult{Scores: tt.scores}, tt.err
			}}
			assert.Equal(t, &tt.want, Call(&test, p, req))
			assert.Contains(t, test.why, tt.fails)
			assert.Equal(t, []bool{tt.fails != "", tt.fails != ""}, []bool{test.why != "", test.ended})
		})
	}
}
