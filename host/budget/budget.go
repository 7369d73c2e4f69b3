// Package budget meters what a run may spend and refuses the step that would
// overspend it.
//
// A [Guard] is made once per run from the policy's budget block. Before a step that
// costs, the run loop reserves what the step may cost at most; afterwards it settles
// what it did cost, or releases the reservation if the step was not taken. A refused
// step has cost nothing:
//
//	paid, err := guard.Reserve("search", budget.Amount{Searches: 1, CostMicroUSD: 5000})
//	if errors.Is(err, budget.ErrExhausted) {
//		… // go on with the evidence there is
//	}
//	defer paid.Release()
//	…
//	paid.Settle(budget.Amount{Searches: 1, CostMicroUSD: 5000})
//
// Remaining is max less spent less reserved in flight (U30), less what is kept back
// for later stages.
//
// # Concurrency
//
// A Guard may be used by many goroutines. Two concurrent reservations never both
// succeed when only one of them fits.
package budget

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// ErrExhausted is matched, through errors.Is, by every refusal of a [Guard] and by
// the cause of its contexts.
var ErrExhausted = errors.New("budget exhausted")

// An Amount is the cost of a step or the limit of a run. Money is whole millionths of a
// US dollar.
type Amount struct {
	CostMicroUSD int64
	Searches     int64
	ModelTokens  int64
	Fuel         int64
	Wall         time.Duration
}

// Limits bound a run or a round.
type Limits struct {
	// Max is the most of each resource; 0: no limit on that resource.
	Max Amount
	// Reserve is kept back for named stages, so that they stay payable whatever
	// others spend; "synthesis", "calibration" and "report" are usual. Only limited
	// resources can be kept back. What exceeds Max in total is cut, last names first.
	Reserve map[string]Amount
}

// A Resource is one of the things that a budget bounds.
type Resource string

// The resources.
const (
	Cost        Resource = "cost"         // micro-USD
	Searches    Resource = "searches"     // requests to sources
	ModelTokens Resource = "model_tokens" // tokens in and out
	Fuel        Resource = "fuel"         // instructions of plugins
	Wall        Resource = "wall"         // nanoseconds
)

// An ExhaustedError says which resource would run out. It matches [ErrExhausted].
type ExhaustedError struct {
	Stage    string // who asked; empty: the run as a whole
	Resource Resource
	Used     int64 // spent; for Wall, elapsed
	Reserved int64 // in flight, and kept back for other stages
	Asked    int64
	Limit    int64
}

// Error implements error.
func (e *ExhaustedError) Error() string {
	f := e.Resource.format
	who := ""
	if e.Stage != "" {
		who = e.Stage + ": "
	}
	return fmt.Sprintf("budget: %s%s: %s used, %s reserved and %s asked, over the limit of %s",
		who, e.Resource, f(e.Used), f(e.Reserved), f(e.Asked), f(e.Limit))
}

// Is makes errors.Is(err, ErrExhausted) true.
func (e *ExhaustedError) Is(target error) bool { return target == ErrExhausted }

// format puts a number of the resource's unit into words.
func (r Resource) format(n int64) string {
	switch r {
	case Cost:
		return fmt.Sprintf("%.6f USD", float64(n)/1e6)
	case Wall:
		return time.Duration(n).Round(time.Millisecond).String()
	}
	return fmt.Sprint(n)
}

// counted are the resources that add up; wall time passes by itself.
var counted = [...]Resource{Cost, Searches, ModelTokens, Fuel}

// counts are the counted resources of an amount, in that order.
type counts [len(counted)]int64

func countsOf(a Amount) counts { return counts{a.CostMicroUSD, a.Searches, a.ModelTokens, a.Fuel} }

func (c counts) amount(wall time.Duration) Amount {
	return Amount{CostMicroUSD: c[0], Searches: c[1], ModelTokens: c[2], Fuel: c[3], Wall: wall}
}

func (c counts) plus(d counts) counts {
	for i := range c {
		c[i] = addSaturated(c[i], d[i])
	}
	return c
}

func (c counts) minus(d counts) counts {
	for i := range c {
		c[i] -= d[i]
	}
	return c
}

func (c counts) atMost(d counts) counts {
	for i := range c {
		c[i] = min(c[i], d[i])
	}
	return c
}

// addSaturated adds numbers that are not negative.
func addSaturated(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
