package budget

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"
)

// A Guard meters one run, or one round within it.
type Guard struct {
	mu     *sync.Mutex // one for a run's guard and all guards of its rounds
	parent *Guard      // nil for the run's
	clock  func() time.Time
	start  time.Time
	max    counts
	wall   time.Duration

	spent    counts
	inFlight counts
	kept     map[string]counts        // reserves not yet drawn
	keptWall map[string]time.Duration // reserves of wall time
}

// New returns a guard whose wall time starts now, by clock (nil: time.Now).
func New(l Limits, clock func() time.Time) *Guard {
	if clock == nil {
		clock = time.Now
	}
	g := &Guard{mu: &sync.Mutex{}, clock: clock}
	g.limit(l)
	return g
}

// Round returns a guard with limits of its own, for a part of the run. Its
// reservations need room in both and count in both. Its wall time starts now.
func (g *Guard) Round(l Limits) *Guard {
	child := &Guard{mu: g.mu, parent: g, clock: g.clock}
	child.limit(l)
	return child
}

func (g *Guard) limit(l Limits) {
	g.start = g.clock()
	g.max, g.wall = countsOf(l.Max), l.Max.Wall
	g.kept, g.keptWall = map[string]counts{}, map[string]time.Duration{}
	left, wall := g.max, g.wall
	for _, stage := range slices.Sorted(maps.Keys(l.Reserve)) {
		a := l.Reserve[stage]
		keep := countsOf(a).atMost(left)
		for i := range keep {
			keep[i] = max(keep[i], 0)
		}
		g.kept[stage] = keep
		g.keptWall[stage] = max(0, min(a.Wall, wall))
		left, wall = left.minus(keep), wall-g.keptWall[stage]
	}
}

// Reserve asks for what a step may cost at most. The error is an *[ExhaustedError]
// if it does not fit, and then nothing has changed. A stage with a reserve of its own
// draws on that first; nobody else can. An elapsed maximum of wall time refuses
// everything.
func (g *Guard) Reserve(stage string, ask Amount) (*Reservation, error) {
	want := countsOf(ask)
	for i, n := range want {
		if n < 0 || ask.Wall < 0 {
			return nil, fmt.Errorf("budget: %s: a negative amount of %s was asked", stage, counted[i])
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for level := g; level != nil; level = level.parent {
		if err := level.check(stage, want, ask.Wall); err != nil {
			return nil, err
		}
	}
	r := &Reservation{guard: g, asked: want}
	for level := g; level != nil; level = level.parent {
		r.drawn = append(r.drawn, level.take(stage, want))
	}
	r.stage = stage
	return r, nil
}

// check says whether this level has room; mu is held.
func (g *Guard) check(stage string, want counts, wall time.Duration) error {
	others := g.keptForOthers(stage)
	for i, limit := range g.max {
		reserved := addSaturated(g.inFlight[i], others[i])
		if limit > 0 && want[i] > limit-min(limit, addSaturated(g.spent[i], reserved)) {
			return &ExhaustedError{stage, counted[i], g.spent[i], reserved, want[i], limit}
		}
	}
	if g.wall == 0 {
		return nil
	}
	elapsed, kept := g.elapsed(), time.Duration(0)
	for s, d := range g.keptWall {
		if s != stage {
			kept += d
		}
	}
	if left := g.wall - kept - elapsed; left <= 0 || wall > left {
		return &ExhaustedError{stage, Wall, int64(elapsed), int64(kept), int64(wall), int64(g.wall)}
	}
	return nil
}

func (g *Guard) keptForOthers(stage string) counts {
	var sum counts
	for s, c := range g.kept {
		if s != stage {
			sum = sum.plus(c)
		}
	}
	return sum
}

// take moves want in flight and returns what came out of the stage's own reserve.
func (g *Guard) take(stage string, want counts) counts {
	drawn := want.atMost(g.kept[stage])
	if kept, ok := g.kept[stage]; ok {
		g.kept[stage] = kept.minus(drawn)
	}
	g.inFlight = g.inFlight.plus(want)
	return drawn
}

// settle ends a reservation at this level. What was drawn from the reserve and not
// spent goes back there.
func (g *Guard) settle(stage string, asked, drawn, actual counts) {
	g.inFlight = g.inFlight.minus(asked)
	g.spent = g.spent.plus(actual)
	if kept, ok := g.kept[stage]; ok {
		g.kept[stage] = kept.plus(drawn.minus(drawn.atMost(actual)))
	}
}

func (g *Guard) elapsed() time.Duration { return max(0, g.clock().Sub(g.start)) }

// Spent returns what was settled, and the elapsed wall time.
func (g *Guard) Spent() Amount {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.spent.amount(g.elapsed())
}

// Remaining returns what a stage without a reserve of its own could still reserve, here
// and in the guards above; the greatest possible number for what is not limited.
func (g *Guard) Remaining() Amount {
	g.mu.Lock()
	defer g.mu.Unlock()
	left := counts{math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64}
	wall := time.Duration(math.MaxInt64)
	for level := g; level != nil; level = level.parent {
		others := level.keptForOthers("")
		for i, limit := range level.max {
			if limit > 0 {
				used := addSaturated(level.spent[i], addSaturated(level.inFlight[i], others[i]))
				left[i] = min(left[i], limit-min(limit, used))
			}
		}
		if level.wall > 0 {
			wall = min(wall, max(0, level.wall-level.elapsed()))
		}
	}
	return left.amount(wall)
}

// Context returns a context that is cancelled when the wall time of this guard, or
// of one above, is over; its cause then matches [ErrExhausted]. The caller must call
// cancel.
func (g *Guard) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	var nearest *Guard
	var left time.Duration
	for level := g; level != nil; level = level.parent {
		if d := level.wall - level.elapsed(); level.wall > 0 && (nearest == nil || d < left) {
			nearest, left = level, d
		}
	}
	if nearest == nil {
		return context.WithCancel(ctx)
	}
	cause := &ExhaustedError{Resource: Wall, Used: int64(nearest.wall), Limit: int64(nearest.wall)}
	return context.WithTimeoutCause(ctx, left, cause)
}

// A Reservation is room in the budget for one step. A nil Reservation may be settled
// and released, to no effect.
type Reservation struct {
	guard *Guard
	stage string
	asked counts
	drawn []counts // per level, from the guard upwards
	done  bool     // guarded by guard.mu
}

// Settle ends the reservation with what the step really cost; its Wall is ignored,
// as wall time is measured. More than was asked counts too, even over the limit: it
// is spent. Only the first of Settle and Release has an effect.
func (r *Reservation) Settle(actual Amount) {
	if r == nil {
		return
	}
	r.guard.mu.Lock()
	defer r.guard.mu.Unlock()
	if r.done {
		return
	}
	r.done = true
	cost := countsOf(actual)
	for i := range cost {
		cost[i] = max(0, cost[i])
	}
	n := 0
	for level := r.guard; level != nil; level = level.parent {
		level.settle(r.stage, r.asked, r.drawn[n], cost)
		n++
	}
}

// Release ends the reservation of a step that was not taken. It is safe to call
// twice, and after Settle.
func (r *Reservation) Release() { r.Settle(Amount{}) }
