package sample

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A drawn number comes with whether it is known.
type drawn = func(row int) (float64, bool)

// numbers says what a column of numbers holds, by its name.
func numbers(in *contract.Input, r *rand.Rand) drawn {
	name := in.Column
	named := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(name, p) })
	}
	switch {
	case in.Table == "terms":
		return feature(name, r)
	case slices.Contains([]string{"against", "retracted", "base", "one_sided"}, name) || strings.HasPrefix(name, "is_") || strings.HasPrefix(name, "has_"):
		return func(int) (float64, bool) { return float64(r.IntN(2)), true }
	case named("year"):
		return sometimes(r, 0.1, func(int) float64 { return float64(2026 - int(r.ExpFloat64()*9)%90) })
	case named("source_types", "documents"):
		return func(int) (float64, bool) { return float64(1 + r.IntN(6)), true }
	case named("count", "citations", "mentions", "number_of"):
		return sometimes(r, 0.2, func(int) float64 { return math.Floor(math.Exp(r.Float64()*9)) - 1 })
	case named("document", "cluster", "group", "claim") && !named("score", "share"):
		return func(row int) (float64, bool) { return float64(row/4 + r.IntN(2)), true }
	case named("option"):
		return sometimes(r, 0.3, func(int) float64 { return float64(r.IntN(fewRows)) })
	case name == "value":
		return sometimes(r, 0.1, reported(r))
	case named("score", "confidence", "relevance", "probability", "share", "overlap", "similarity", "position", "quality", "retrieval", "weight"):
		return func(int) (float64, bool) { return r.Float64(), true }
	}
	scale := []float64{1, 20, 1000}[r.IntN(3)]
	return sometimes(r, 0.1, func(int) float64 { return scale * r.Float64() })
}

// feature gives the columns of the terms that a calibration adds up.
func feature(name string, r *rand.Rand) drawn {
	switch name {
	case "weight":
		return func(int) (float64, bool) { return math.Round((r.Float64()-0.3)*50) / 100, true }
	case "one_sided", "base":
		return func(int) (float64, bool) { return float64(r.IntN(2)), true }
	case "floor":
		return sometimes(r, 0.7, func(int) float64 { return -r.Float64() / 4 })
	case "cap":
		return sometimes(r, 0.7, func(int) float64 { return r.Float64() / 4 })
	}
	return sometimes(r, 0.1, func(int) float64 { return r.Float64() })
}

// reported are measured values: several papers report nearly the same one.
func reported(r *rand.Rand) func(int) float64 {
	return func(row int) float64 {
		v := float64(10 * (1 + row/4%7))
		if r.IntN(5) == 0 {
			v *= 2
		}
		return math.Round(v*(1+0.02*r.NormFloat64())*100) / 100
	}
}

// sometimes makes a share of the numbers unknown.
func sometimes(r *rand.Rand, unknown float64, v func(int) float64) drawn {
	return func(row int) (float64, bool) {
		value := v(row)
		return value, r.Float64() >= unknown
	}
}

// vocabulary is the number of different tokens; the first are the frequent ones.
const vocabulary = 4000

// tokens gives rows of token ids: sets are sorted and hold each once.
func tokens(in *contract.Input, r *rand.Rand) func(int) []uint32 {
	words := rand.NewZipf(r, 1.1, 8, vocabulary-1)
	set := strings.HasSuffix(in.Column, "set")
	most := 120
	if in.Table != ItemsTable && in.Table != "passages" && in.Table != "documents" {
		most = 12
	}
	return func(int) []uint32 {
		row := make([]uint32, 3+r.IntN(most))
		for i := range row {
			row[i] = uint32(words.Uint64())
		}
		if set {
			slices.Sort(row)
			row = slices.Compact(row)
		}
		return row
	}
}
