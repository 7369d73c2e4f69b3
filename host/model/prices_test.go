package model

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func pricesOf(t *testing.T, text string) (Prices, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prices.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return ReadPrices(path)
}

func TestAnOperatorsPricesComeFirstAndAreNamedWhereTheyDecide(t *testing.T) {
	p, err := pricesOf(t, `{"version": 1, "models": [
  {"model": "Our-*", "as_of": "2030-01-31", "in": 0.5, "cache_read": 0.05, "out": 2.5},
  {"model": "given-away", "as_of": "2030-01-31", "in": 0, "out": 0, "free": true},
  {"model": "claude-opus-4-5*", "as_of": "2030-01-31", "in": 4, "out": 20},
  {"model": "claude-opus-4-6*", "as_of": "2030-01-31", "in": 5, "cache_read": 0.5, "cache_write": 6.25, "out": 25}
]}`)
	require.NoError(t, err)
	for _, tt := range []struct{ name, model, own, day string }{
		{"a model that has no other price, whatever its case", "our-OWN", "in=0.5 cache_read=0.05 cache_write=0.5 out=2.5", "2030-01-31"},
		{"a model that is free", "given-away", "free", "2030-01-31"},
		{"another price than the built-in one", "claude-opus-4-5", "in=4 cache_read=4 cache_write=4 out=20", "2030-01-31"},
		{"the built-in price decides nothing new", "claude-opus-4-6", "", "2030-01-31"},
		{"a model of the built-in prices alone", "claude-opus-4-7", "", "2026-10-10"},
		{"a model without a price", "stranger", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.own, p.Own(tt.model))
			assert.Equal(t, tt.day, p.AsOf(tt.model))
		})
	}
	assert.Equal(t, &Rate{In: 4_000_000, CacheRead: 4_000_000, CacheWrite: 4_000_000, Out: 20_000_000}, p.Rate("claude-opus-4-5"))
}

func TestAWrongFileOfPricesIsRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no JSON", `in = 5`, `prices.json: model prices: this is not {"version": 1, "models": […]}: invalid character`},
		{"a key that there is none of", `{"version": 1, "models": [{"modell": "x"}]}`, `unknown field "modell"`},
		{"another version", `{"version": 2}`, "version 2, want 1"},
		{"two objects", `{"version": 1} {"version": 1}`, "more than one JSON object"},
		{"no day", `{"version": 1, "models": [{"model": "x", "in": 1, "out": 1}]}`, `models[0] "x": as_of is the day of the price`},
		{"a price below what can be counted", `{"version": 1, "models": [{"model": "x", "as_of": "2030-01-31", "in": 1e-30, "out": 1}]}`, "1e-30 USD per million tokens is no price"},
		{"a price that vanishes", `{"version": 1, "models": [{"model": "x", "as_of": "2030-01-31", "in": 1e-99999999, "out": 1}]}`, `must say "free": true`},
		{"a huge price", `{"version": 1, "models": [{"model": "x", "as_of": "2030-01-31", "in": 1e99999999, "out": 1}]}`, "is no price"},
		{"a zero that does not say that it is meant", `{"version": 1, "models": [{"model": "x", "as_of": "2030-01-31", "in": 0, "out": 1}]}`, `must say "free": true`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pricesOf(t, tt.text)
			assert.ErrorContains(t, err, tt.want)
		})
	}
	_, err := ReadPrices("nowhere.json")
	assert.EqualError(t, err, "model prices: there is no file nowhere.json: docs/models.md shows one, under Money")
}

// 2.01 is not a binary fraction: a price comes from its digits, rounded up to a millionth.
func TestEachCentOfAPriceIsCounted(t *testing.T) {
	for cents := int64(1); cents <= 10_000; cents++ {
		var p price
		require.NoError(t, p.UnmarshalJSON(fmt.Appendf(nil, "%d.%02d", cents/100, cents%100)))
		require.Equal(t, cents*10_000, int64(p))
	}
	for text, want := range map[string]int64{"99999.999999": 99_999_999_999, "0.0000001": 1, "2.5e-1": 250_000, "null": 0, "1.0000001": 1_000_001} {
		var p price
		require.NoError(t, p.UnmarshalJSON([]byte(text)))
		assert.Equal(t, want, int64(p), text)
	}
}

func FuzzWorkOfPrices(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = ParsePrices([]byte(text)) },
		`{"version":1,"models":[{"model":"a#-*","as_of":"2030-01-31","in":0.5,"cache_read":0.05,"out":2.5},{"model":"b","as_of":"2030-01-31","in":0,"out":0,"free":true}]}`)
}
