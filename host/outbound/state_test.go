package outbound

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

func TestAPauseLastsAsLongAsItWasMeantToWhereverTheClockIsSet(t *testing.T) {
	limits := Limits{Interval: time.Second}.withDefaults()
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name       string
		boot       string
		jump, wait time.Duration
	}{
		{"not at all", "b", 0, 50 * time.Second}, {"forward", "b", time.Hour, 50 * time.Second}, {"back", "b", -time.Hour, 50 * time.Second},
		{"back, after a restart", "other", -time.Hour, time.Minute}, {"back, on a system that does not know", "", -time.Hour, time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := state{Version: stateVersion}
			s.end(ask{id: "a", limits: limits}, Outcome{Class: RateLimited, Pause: time.Minute}, begin)
			s.stamp(begin, "b", 5*time.Hour)
			now := begin.Add(10*time.Second + tt.jump)
			s.settle(now, tt.boot, 5*time.Hour+10*time.Second)
			ok, again, _ := s.admit(ask{id: "b", limits: limits}, now)
			assert.False(t, ok)
			assert.Equal(t, tt.wait, again.Sub(now))
		})
	}
}

func TestAnOpenBreakerIsNotHeldOpenByAClockThatIsSetBack(t *testing.T) {
	limits := Limits{Failures: 1, Cooldown: time.Minute}.withDefaults()
	s, now := state{Version: stateVersion}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s.end(ask{limits: limits}, Outcome{Class: Transient}, now)
	now = now.Add(-time.Hour)
	s.bound(now, limits.Cooldown)
	assert.Equal(t, time.Minute, s.Open.Sub(now))
}

func TestALearntIntervalShrinksAgain(t *testing.T) {
	s, now, a := state{Version: stateVersion}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), ask{limits: Limits{}.withDefaults()}
	s.end(a, Outcome{Class: OK, Budget: Budget{Interval: 10 * time.Second}}, now)
	assert.Equal(t, 10*time.Second, s.Interval)
	s.end(a, Outcome{Class: OK, Budget: Budget{Interval: 2 * time.Second}}, now)
	assert.Equal(t, 2*time.Second, s.Interval, "what is stated last holds")
	s.end(a, Outcome{Class: RateLimited}, now)
	assert.Equal(t, 2*time.Second, s.Interval, "a failure forgets nothing")
	for range 60 {
		s.end(a, Outcome{Class: OK}, now)
	}
	assert.Zero(t, s.Interval)
}
