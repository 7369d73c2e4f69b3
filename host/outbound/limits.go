package outbound

import "time"

// Limits bound how often a provider may be asked, all callers taken together.
type Limits struct {
	// Interval is the least time between the starts of two requests.
	Interval time.Duration
	// InFlight is the most requests under way at once; 0: 1.
	InFlight int
	// Failures in a row open the breaker; 0: 5.
	Failures int
	// Cooldown sets how long the breaker stays open before one request probes; 0: 60 s.
	Cooldown time.Duration
	// Lease is after how long a request that never ended is forgotten, such as that of a
	// process which was killed; longer than any request takes. 0: 90 s.
	Lease time.Duration
}

func (l Limits) withDefaults() Limits {
	if l.InFlight == 0 {
		l.InFlight = 1
	}
	if l.Failures == 0 {
		l.Failures = 5
	}
	if l.Cooldown == 0 {
		l.Cooldown = time.Minute
	}
	if l.Lease == 0 {
		l.Lease = 90 * time.Second
	}
	return l
}

// A Budget holds what the headers of an answer say about the remaining quota. The zero value says nothing.
type Budget struct {
	// Remaining counts the rest until Reset, in whatever the provider counts; negative is
	// nothing left. nil: not said.
	Remaining *float64
	// Need counts the units that the next request takes. Remaining below Need, or of 0, is a quota gone.
	Need float64
	// Reset is the time until there is more; 0: not said.
	Reset time.Duration
	// Interval and InFlight are limits that the answer states; where they are stricter than the
	// configured ones, they hold from now on. 0: not said.
	Interval time.Duration
	InFlight int
}

// gone tells whether nothing more can be asked until Reset.
func (b Budget) gone() bool {
	return b.Remaining != nil && (*b.Remaining <= 0 || *b.Remaining < b.Need)
}
