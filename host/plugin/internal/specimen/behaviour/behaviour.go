// Package behaviour is what the plugin of package specimen does, without the SDK, which would make a
// module of the spark ABI of whatever imports it.
package behaviour

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// modes names the ways in which the plugin can misbehave when it is asked to score.
var modes = map[string]func(*contract.Request) ([]float64, error){
	"mean":      mean,
	"senses":    senses,
	"garbage":   garbage,
	"refuse":    func(*contract.Request) ([]float64, error) { return nil, errors.New("no opinion on \x1b[31mthis\x07") },
	"panic":     func(r *contract.Request) ([]float64, error) { panic("row " + r.Text("mode")[:1] + " is beyond me") },
	"exit":      func(*contract.Request) ([]float64, error) { os.Exit(7); return nil, nil },
	"flood":     flood,
	"hoard":     hoard,
	"recurse":   func(*contract.Request) ([]float64, error) { return []float64{recurse(1)}, nil },
	"loop":      func(*contract.Request) ([]float64, error) { select {} },
	"spin":      spin,
	"nan":       func(*contract.Request) ([]float64, error) { return []float64{math.NaN()}, nil },
	"surplus":   func(*contract.Request) ([]float64, error) { return []float64{1, 2, 3, 4, 5, 6, 7}, nil },
	"nosy":      nosy,
	"sleepy":    sleepy,
	"unbounded": func(*contract.Request) ([]float64, error) { return []float64{2e9}, nil },
}

// Manifest describes the plugin.
func Manifest() contract.Manifest {
	return contract.Manifest{
		Name: "specimen", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore,
		Summary: "scores items by the mean of their tokens, or misbehaves",
		Inputs: []contract.Input{
			{Table: "items", Column: "tokens", Type: contract.ColumnTokens},
			{Table: "items", Column: "year", Type: contract.ColumnNumbers, Optional: true},
		},
		Params: []contract.Param{{
			Name: "mode", Type: contract.TypeText, Default: contract.Value{Type: contract.TypeText, Text: "mean"}, Doc: "what to do",
		}},
		Outputs: []contract.Output{{Name: "score", Kind: contract.OutputScore, Min: -1e9, Max: 1e9}},
	}
}

// Score answers a request as its mode says.
func Score(r *contract.Request) (*contract.ScoreResult, error) {
	mode, ok := modes[r.Text("mode")]
	if !ok {
		return nil, fmt.Errorf("mode %q is unknown", r.Text("mode"))
	}
	scores, err := mode(r)
	if err != nil {
		return nil, err
	}
	return &contract.ScoreResult{Scores: scores}, nil
}

func mean(r *contract.Request) ([]float64, error) {
	items := r.Table("items")
	tokens := items.Column("tokens")
	scores := make([]float64, items.Rows)
	for i := range scores {
		row := tokens.Tokens[tokens.Offsets[i]:tokens.Offsets[i+1]]
		for _, t := range row {
			scores[i] += math.Sqrt(float64(t))
		}
		scores[i] /= float64(max(len(row), 1))
	}
	return scores, nil
}

// senses folds clock and randomness into the scores.
func senses(r *contract.Request) ([]float64, error) {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		return nil, err
	}
	scores := make([]float64, r.Table("items").Rows)
	scores[0] = float64(time.Now().Unix())
	scores[1] = float64(binary.LittleEndian.Uint32(b[:]) >> 8)
	return scores, nil
}

// garbage makes about 2 MiB of it, which the collector has to find.
func garbage(r *contract.Request) ([]float64, error) {
	var head [][]byte
	for range 2048 {
		head = append(head, make([]byte, 1024))
	}
	scores := make([]float64, r.Table("items").Rows)
	scores[0] = float64(len(head))
	return scores, nil
}

func flood(r *contract.Request) ([]float64, error) {
	for i := range 2000 {
		fmt.Fprintln(os.Stderr, i, strings.Repeat("flood ", 20))
	}
	panic("enough")
}

func hoard(*contract.Request) ([]float64, error) {
	var all [][]byte
	for {
		//lint:ignore SA4010 it runs out of memory
		all = append(all, make([]byte, 1<<20))
	}
}

// recurse has frames of 4 KiB, so that memory ends after some thousand of them.
func recurse(depth int) float64 {
	var frame [512]float64
	frame[depth&511] = float64(depth)
	//lint:ignore SA5007 it runs out of stack
	return recurse(depth+1) + frame[depth*7&511]
}

func spin(r *contract.Request) ([]float64, error) {
	for i := uint32(0); ; i++ {
		if i == 7 {
			i = 0
		}
	}
}

// nosy counts what it can learn of the world, which must be nothing.
func nosy(r *contract.Request) ([]float64, error) {
	scores := make([]float64, r.Table("items").Rows)
	if _, err := os.ReadDir("/"); err == nil {
		scores[0]++
	}
	if err := os.WriteFile("/x", nil, 0o600); err == nil {
		scores[0]++
	}
	scores[0] += float64(len(os.Environ()))
	scores[1] = float64(len(strings.Join(os.Args, "")))
	return scores, nil
}

// sleepy sleeps for a virtual hour.
func sleepy(r *contract.Request) ([]float64, error) {
	begin := time.Now()
	time.Sleep(time.Hour)
	scores := make([]float64, r.Table("items").Rows)
	scores[0] = math.Floor(time.Since(begin).Hours())
	return scores, nil
}
