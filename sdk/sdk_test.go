package sdk

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// years scores an item by its year.
func years(req *contract.Request) (*contract.ScoreResult, error) {
	c := req.Table("items").Column("year")
	if c == nil {
		return nil, errors.New("no years")
	}
	return &contract.ScoreResult{Scores: append([]float64(nil), c.Numbers...)}, nil
}

func request(values ...float64) []byte {
	req := contract.Request{Contract: contract.Version, Tables: []contract.Table{
		{Name: "items", Rows: uint32(len(values)), Columns: []contract.Column{contract.NumbersColumn("year", values, nil)}},
	}}
	return req.Marshal(nil)
}

func decode(t *testing.T, answer []byte) *contract.Response {
	t.Helper()
	var r contract.Response
	require.NoError(t, r.Unmarshal(answer))
	return &r
}

func TestCallRunsTheFunctionOfTheManifestsKind(t *testing.T) {
	score := Plugin{Manifest: contract.Manifest{Kind: contract.KindScore}, Score: years}
	assert.Equal(t, []float64{2001, 1999}, decode(t, Call(score, request(2001, 1999))).Score.Scores)

	assess := Plugin{Manifest: contract.Manifest{Kind: contract.KindAssess}, Assess: func(*contract.Request) (*contract.AssessResult, error) {
		return &contract.AssessResult{Queries: []string{"q"}}, nil
	}}
	assert.Equal(t, []string{"q"}, decode(t, Call(assess, request())).Assess.Queries)

	calibrate := Plugin{Manifest: contract.Manifest{Kind: contract.KindCalibrate}, Calibrate: func(*contract.Request) (*contract.CalibrateResult, error) {
		return &contract.CalibrateResult{Base: 0.5, Confidence: 0.5}, nil
	}}
	assert.Equal(t, 0.5, decode(t, Call(calibrate, request())).Calibrate.Confidence)
}

func TestWhatGoesWrongIsToldInTheResponse(t *testing.T) {
	failing := func(err error) Plugin {
		return Plugin{Manifest: contract.Manifest{Kind: contract.KindScore}, Score: func(*contract.Request) (*contract.ScoreResult, error) { return nil, err }}
	}
	tests := []struct {
		name    string
		plugin  Plugin
		request []byte
		want    string
	}{
		{"bytes that are no request", failing(nil), []byte{0xff}, "truncated"},
		{"a request of another contract", failing(nil), nil, "it is of contract 0, this plugin speaks contract 1"},
		{"a plugin without the function", Plugin{Manifest: contract.Manifest{Kind: contract.KindAssess}, Score: years}, request(), "does not implement this contract"},
		{"the plugin's own error", failing(errors.New("too dark")), request(), "too dark"},
		{"an error without text", failing(errors.New("")), request(), "an error without text"},
		{"neither result nor error", failing(nil), request(), "neither a result nor an error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := decode(t, Call(tt.plugin, tt.request))
			assert.Contains(t, r.Error, tt.want)
			assert.Nil(t, r.Score)
		})
	}
}

// ask makes a guest answer as its exports do.
func ask(g *guest, kind contract.Kind, request []byte) []byte {
	copy(g.reserve(uint32(len(request))), request)
	return g.answer(kind, g.input)
}

func TestAGuestAnswersCallAfterCall(t *testing.T) {
	g := &guest{plugin: Plugin{Manifest: contract.Manifest{Name: "years", Kind: contract.KindScore}, Score: years}}
	var m contract.Manifest
	require.NoError(t, m.Unmarshal(g.describe()))
	assert.Equal(t, "years", m.Name)
	for _, values := range [][]float64{{1, 2, 3}, {}, {4}, {5, 6}} {
		answer := ask(g, contract.KindScore, request(values...))
		assert.Equal(t, Call(g.plugin, request(values...)), answer)
	}
	assert.NotEmpty(t, decode(t, ask(g, contract.KindCalibrate, request(1))).Error)
}

func TestAGuestKeepsNoMemoryOfALargeRequest(t *testing.T) {
	g := &guest{plugin: Plugin{Manifest: contract.Manifest{Kind: contract.KindScore}, Score: years}}
	ask(g, contract.KindScore, request(make([]float64, keep/8)...))
	require.Greater(t, cap(g.input), keep)
	ask(g, contract.KindScore, request(1))
	assert.Less(t, cap(g.input), keep)
	assert.Less(t, cap(g.output), keep)
	assert.Less(t, cap(g.req.Tables[0].Columns[0].Numbers), 100)
}

func TestAPlaceOfNoBytesHasAnAddress(t *testing.T) {
	assert.Len(t, new(guest).reserve(0), 1)
}
