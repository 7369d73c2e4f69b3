package outbound

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"
)

// A Keeper keeps the states of providers where several machines reach them. It may be used by many goroutines.
type Keeper interface {
	// Update changes an entry by compare-and-set. It calls change with what is kept; it stores what change returns, or nothing if that is nil; and
	// it begins anew where somebody else was first. An error says that it is not known whether the change was stored.
	Update(ctx context.Context, name string, change func(Kept) []byte) error
	// Names are the entries that this process knows of.
	Names() []string
	// Holder names this process among those that share the states; empty: nobody could tell whether it lives.
	Holder() string
	// Gone says whether a holder has ended, so that its requests have, too. What is not known is no.
	Gone(holder string) bool
}

// Kept holds what a [Keeper] knows of an entry.
type Kept struct {
	Data     []byte        // nil: nothing
	Age      time.Duration // this process has known that for so long at least
	Doubtful bool          // the latest states may be lost
}

// epoch stands for the moment of writing in what a [Keeper] keeps. Machines have clocks of their own, so times travel as distances from it,
// and a reader counts them from when it learnt of them: later than the writer meant, never earlier.
var epoch = time.Unix(1_000_000_000, 0).UTC()

// keptPause is the time to wait before a keeper that failed is asked again.
const keptPause = 200 * time.Millisecond

// updateKept changes a state that a fleet shares. While the keeper cannot be reached nobody may start: a process that went on alone would
// not know what the others do.
func (s *store) updateKept(ctx context.Context, name string, change func(*state)) error {
	for {
		err := s.keeper.Update(ctx, name, func(k Kept) []byte {
			now := s.clock()
			in := k.decoded(now)
			before := encoded(in, now)
			in.Flights = slices.DeleteFunc(in.Flights, func(f flight) bool { return f.Holder != "" && s.keeper.Gone(f.Holder) })
			change(&in)
			after := encoded(in, now)
			if k.Data != nil && bytes.Equal(before, after) {
				return nil
			}
			return after
		})
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(keptPause):
		}
	}
}

// decoded reads a state, at now. Where later ones may be lost, as after a loss of power, nobody knows when the provider was asked last: it counts as the
// moment at which this process learnt of the state, so that one interval passes.
func (k Kept) decoded(now time.Time) state {
	seen := now.Add(-k.Age)
	var s state
	if json.Unmarshal(k.Data, &s) != nil || s.Version != stateVersion {
		return state{Version: stateVersion, Last: seen}
	}
	s.shift(func(t time.Time) time.Time { return seen.Add(t.Sub(epoch)) })
	if k.Doubtful {
		s.Last = later(s.Last, seen)
	}
	return s
}

// encoded writes a state at now.
func encoded(s state, now time.Time) []byte {
	s.Flights = append([]flight(nil), s.Flights...)
	s.Stops = append([]stop(nil), s.Stops...)
	s.shift(func(t time.Time) time.Time { return epoch.Add(t.Sub(now)) })
	data, _ := json.Marshal(s) // it holds texts, numbers and times
	return data
}

// shift moves all times of a state that are set.
func (s *state) shift(move func(time.Time) time.Time) {
	all := []*time.Time{&s.Last, &s.Paused, &s.Open}
	for i := range s.Flights {
		all = append(all, &s.Flights[i].Until)
	}
	for i := range s.Stops {
		all = append(all, &s.Stops[i].Until)
	}
	for _, t := range all {
		if !t.IsZero() {
			*t = move(*t)
		}
	}
}
