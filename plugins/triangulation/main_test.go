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
func request(t require.TestingT, config map[string]any, claims []claim, poolTypes float64) *contract.Request {
	settings, err := manifest.Settings(config)
	require.NoError(t, err)
	column := func(name string, of func(*claim) number) contract.Column {
		values, known := make([]float64, len(claims)), make([]bool, len(claims))
		for row := range claims {
			n := of(&claims[row])
			values[row], known[row] = n.of, n.known
		}
		return contract.NumbersColumn(name, values, known)
	}
	text := func(name string, of func(*claim) string) contract.Column {
		values := make([]string, len(claims))
		for row := range claims {
			values[row] = of(&claims[row])
		}
		return contract.TextColumn(name, values)
	}
	return &contract.Request{Contract: contract.Version, Config: settings, Tables: []contract.Table{
		{Name: "claims", Rows: uint32(len(claims)), Columns: []contract.Column{
			column("cluster", func(c *claim) number { return c.cluster }),
			column("document", func(c *claim) number { return c.document }),
			text("source", func(c *claim) string { return c.source }),
			column("value", func(c *claim) number { return c.value }),
			text("unit", func(c *claim) string { return c.unit }),
			column("base_confidence", func(c *claim) number { return c.confidence }),
			column("option", func(c *claim) number { return c.option }),
		}},
		{Name: "pool", Rows: 1, Columns: []contract.Column{contract.NumbersColumn("source_types", []float64{poolTypes}, nil)}},
	}}
}

// call goes the whole way of a request: encoded, answered, decoded, checked.
func call(t require.TestingT, req *contract.Request) *contract.Response {
	return sdktest.Call(t, plugin, req)
}

func signals(a *contract.AssessResult) map[string]float64 {
	out := map[string]float64{}
	for _, s := range a.Signals {
		out[s.Name] = s.Value
	}
	return out
}

func TestTheManifestIsValid(t *testing.T) {
	require.NoError(t, manifest.Validate())
}

func TestTheDefaultsAreThoseOfTheCatalogue(t *testing.T) {
	assert.Equal(t, defaults, configOf(request(t, nil, nil, 2)))
}

func TestSignalsCountClustersAndSayWhetherThereAreAny(t *testing.T) {
	claims := append(reports("nm", 10, 10.2, 10.4), confident(.78, "arxiv", "arxiv", "arxiv")...)
	for i := range claims[3:] {
		claims[3+i].cluster = is(2)
	}
	got := call(t, request(t, nil, claims, 2)).Assess
	assert.Equal(t, map[string]float64{
		"triangulated": 1, "disputed": 0, "inconclusive": 1, "triangulated_any": 1, "disputed_any": 0, "guard_waived": 0,
	}, signals(got))
	assert.Equal(t, []float64{0, 0, 0, -.08, -.08, -.08}, got.Parts[0].Values)
	assert.Equal(t, []float64{0, 0, 0, 1, 1, 1}, got.Parts[1].Values)
	assert.Equal(t, contract.Finding{Kind: "triangulated", Table: "claims", Rows: []uint32{0, 1, 2}, Weight: 1, Text: "10.0, 10.2, 10.4 nm in 3 documents"}, got.Findings[0])
}

func TestThePoolDecidesWhetherTheGuardIsWaived(t *testing.T) {
	one := request(t, nil, confident(.78, "arxiv", "arxiv", "arxiv"), 1)
	assert.Equal(t, 1., signals(call(t, one).Assess)["guard_waived"])
	without := request(t, nil, confident(.78, "arxiv", "arxiv", "arxiv"), 2)
	without.Tables = without.Tables[:1]
	assert.Equal(t, 1., signals(call(t, without).Assess)["guard_waived"], "the claims themselves have one type")
}

func TestFractionsOfCountsRoundUp(t *testing.T) {
	got := configOf(request(t, map[string]any{"agree": 2.5}, nil, 1))
	assert.Equal(t, 3, got.agree)
}

func TestARequestWithoutClaimsIsRefused(t *testing.T) {
	req := request(t, nil, nil, 1)
	req.Tables = nil
	assert.Contains(t, call(t, req).Error, "no table claims")
}

func TestAnswersHoldTheContractForAllClaims(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		claims := rapid.SliceOfN(rapid.Custom(drawClaim), 0, 14).Draw(t, "claims")
		for i := range claims { // the value of an unknown number means nothing
			if !claims[i].value.known {
				claims[i].value.of = 0
			}
		}
		both := rapid.SampledFrom([]string{"disputed", "triangulated", "both"}).Draw(t, "on both")
		got := call(t, request(t, map[string]any{"on_both": both}, claims, 2))
		require.Empty(t, got.Error)
		require.NotNil(t, got.Assess)
	})
}
