package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Whatever callers do and however their requests end, starts are an interval apart, no more are under way
// than allowed, nothing starts in a pause or while the breaker is open, and who waits is told a later time.
func TestTheRulesOfTheGovernorHoldForEverySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := Limits{
			Interval: time.Duration(rapid.IntRange(0, 3000).Draw(t, "interval")) * time.Millisecond,
			InFlight: rapid.IntRange(1, 4).Draw(t, "in flight"), Failures: 3, Cooldown: 10 * time.Second, Lease: time.Hour,
		}.withDefaults()
		s, now := state{Version: stateVersion}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		var last, paused time.Time
		var flying []string
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(t, "passes")) * time.Millisecond)
			if len(flying) > 0 && rapid.Bool().Draw(t, "end") {
				o := Outcome{
					Class: rapid.SampledFrom([]Class{OK, Transient, RateLimited, BadRequest, ""}).Draw(t, "class"),
					Pause: time.Duration(rapid.IntRange(0, 5).Draw(t, "pause")) * time.Second,
				}
				s.end(ask{id: flying[0], limits: limits}, o, now)
				flying, paused = flying[1:], later(paused, now.Add(o.Pause))
				continue
			}
			open := s.Failures >= limits.Failures && now.Before(s.Open)
			id := string(rune('a' + i))
			ok, again, refused := s.admit(ask{id: id, limits: limits}, now)
			switch {
			case refused != nil:
				assert.Equal(t, Unavailable, refused.Class)
			case ok:
				assert.False(t, open)
				assert.False(t, now.Before(paused))
				assert.True(t, last.IsZero() || now.Sub(last) >= limits.Interval)
				flying, last = append(flying, id), now
				assert.LessOrEqual(t, len(flying), limits.InFlight)
			default:
				assert.True(t, again.IsZero() && len(flying) > 0 || again.After(now))
			}
		}
	})
}

func TestAClockThatIsSetBackHoldsNobodyUp(t *testing.T) {
	limits := Limits{Interval: time.Second, InFlight: 1}.withDefaults()
	s, now := state{}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ok, _, _ := s.admit(ask{id: "a", limits: limits}, now)
	assert.True(t, ok)
	now = now.Add(-time.Hour)
	_, again, _ := s.admit(ask{id: "b", limits: limits}, now)
	assert.Equal(t, now.Add(time.Second), again, "an interval, not an hour")
	ok, _, _ = s.admit(ask{id: "b", limits: limits}, again)
	assert.True(t, ok, "and the request of the future is forgotten")
}
