package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/sdktest"
)

// request builds a request with all columns.
func request(t require.TestingT, config map[string]any, terms []term) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	n := len(terms)
	names := make([]string, n)
	numbers, present := [6][]float64{}, [6][]bool{}
	for row, x := range terms {
		names[row] = x.name
		put := func(i int, v float64, known bool) {
			numbers[i], present[i] = append(numbers[i], v), append(present[i], known)
		}
		put(0, x.value, x.known)
		put(1, x.weight, true)
		for i, b := range []*float64{x.floor, x.cap} {
			if b == nil {
				put(2+i, 0, false)
			} else {
				put(2+i, *b, true)
			}
		}
		for i, flag := range []bool{x.oneSided, x.base} {
			v := 0.0
			if flag {
				v = 1
			}
			put(4+i, v, true)
		}
	}
	columns := []contract.Column{contract.TextColumn("name", names)}
	for i, name := range []string{"value", "weight", "floor", "cap", "one_sided", "base"} {
		columns = append(columns, contract.NumbersColumn(name, numbers[i], present[i]))
	}
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{{Name: "terms", Rows: uint32(n), Columns: columns}}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

func TestTheManifestIsValid(t *testing.T) {
	require.NoError(t, manifest.Validate())
}

func TestAnswersHoldTheContractForAllTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		config := map[string]any{
			"intercept": s.intercept, "max_up": s.maxUp, "max_down": s.maxDown,
			"clamp_low": s.clampLow, "clamp_high": s.clampHigh,
		}
		terms := drawTerms(t, 0, 12)
		got := call(t, request(t, config, terms)).Calibrate
		require.NotNil(t, got)
		want, err := calibrate(s, terms)
		require.NoError(t, err)
		assert.Equal(t, want.confidence.float(), got.Confidence)
		assert.Len(t, got.Terms, len(want.terms))
	})
}

func TestTheDefaultsClampAndNothingElse(t *testing.T) {
	got := call(t, request(t, nil, []term{known("a", 1, 1), known("b", 1, -.3)})).Calibrate
	assert.Equal(t, .7, got.Confidence)
	got = call(t, request(t, nil, []term{known("a", 1, -1)})).Calibrate
	assert.Equal(t, .01, got.Confidence)
	require.Len(t, got.Terms, 2)
	assert.Equal(t, contract.Term{Name: "clamp", Value: 1.01, Weight: 1, Delta: 1.01}, got.Terms[1])
}

func TestAnUnknownFeatureAddsNothing(t *testing.T) {
	got := call(t, request(t, map[string]any{"intercept": .5}, []term{{name: "margin", weight: .2}})).Calibrate
	assert.Equal(t, []contract.Term{{Name: "margin", Weight: .2}}, got.Terms)
	assert.Equal(t, .5, got.Confidence)
}

func TestColumnsThatMayBeLeftOutMayBeLeftOut(t *testing.T) {
	req := request(t, map[string]any{"intercept": .5}, []term{known("a", 1, .2)})
	req.Tables[0].Columns = req.Tables[0].Columns[:3]
	assert.Equal(t, .7, call(t, req).Calibrate.Confidence)
}

func TestMistakesComeBackAsThePluginsError(t *testing.T) {
	assert.Contains(t, call(t, request(t, nil, []term{known("clamp", 1, 1)})).Error, "reserved")
	req := request(t, nil, nil)
	req.Tables = nil
	assert.Contains(t, call(t, req).Error, "terms.name")
}
