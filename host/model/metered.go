package model

import (
	"context"
	"errors"
	"fmt"
)

// A Meter pays for calls. The host implements it on its budget guard, one for each stage that asks.
type Meter interface {
	// Reserve asks for room for a call that costs at most worst, whose Known is true. Settle is called exactly
	// once, with what it did cost.
	Reserve(worst Cost) (settle func(actual Cost), err error)
}

// Metered is m as somebody pays for it: before each call its worst case is reserved, after it the cost is
// settled, whatever came of it. A call without room or of unknown cost is not made; its error matches [ErrBudget] and
// wraps the meter's.
func Metered(m Model, meter Meter) Model { return metered{m, meter} }

type metered struct {
	Model
	meter Meter
}

// errUnpriced is the cause when nobody knows what a call costs.
var errUnpriced = errors.New("its price is not known: name the model in a file for --prices, or set a ceiling or free = true on the endpoint")

// Complete implements Model.
func (m metered) Complete(ctx context.Context, r Request) (Reply, error) {
	worst := m.WorstCase(r)
	if !worst.Known() {
		return Reply{}, fmt.Errorf("%s by %s: %w: %w", r.Purpose, m.Describe().Model, ErrBudget, errUnpriced)
	}
	settle, err := m.meter.Reserve(worst)
	if err != nil {
		return Reply{}, fmt.Errorf("%s by %s: %w: %w", r.Purpose, m.Describe().Model, ErrBudget, err)
	}
	reply := Reply{Cost: worst} // a panic below has cost what it may have
	defer func() { settle(reply.Cost) }()
	reply, err = m.Model.Complete(ctx, r)
	return reply, err
}
