package outbound

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// stateVersion is in every state file; one of another version is not read.
const stateVersion = 1

// stopFor bounds how long other processes heed that a provider blocked an account. The process that
// was told heeds it until its Governor is reset.
const stopFor = time.Hour

// A state holds what all callers know about one provider. Its methods are the rules of the governor, free
// of clocks, locks and files.
type state struct {
	Version  int           `json:"version"`
	Last     time.Time     `json:"last"`   // start of the latest request
	Paused   time.Time     `json:"paused"` // nothing starts before
	Flights  []flight      `json:"flights,omitempty"`
	Failures int           `json:"failures"`         // in a row
	Behind   *Failure      `json:"behind,omitempty"` // the last of them
	By       string        `json:"by,omitempty"`     // the only account whose failures these are: answers that it could not read
	Open     time.Time     `json:"open"`             // the breaker stays open until then
	Stops    []stop        `json:"stops,omitempty"`
	Interval time.Duration `json:"interval_ns"` // as the provider states it
	InFlight int           `json:"in_flight"`   // likewise
	Longest  time.Duration `json:"longest_ns"`  // pause that was ever told

	// Written is when the state was written, by the clock and by the time since the machine started, and Boot which start that was. Where
	// both moved differently, the clock was set.
	Written time.Time     `json:"written,omitzero"`
	Up      time.Duration `json:"up_ns,omitzero"`
	Boot    string        `json:"boot,omitzero"`
}

// A flight is a request under way.
type flight struct {
	ID     string    `json:"id"`
	Until  time.Time `json:"until"` // forgotten from then on
	Probe  bool      `json:"probe,omitempty"`
	Holder string    `json:"holder,omitempty"` // the process that asks, see holder
}

// A stop says that a provider wants no more of an account.
type stop struct {
	Account string    `json:"account"`
	Class   Class     `json:"class"`
	Until   time.Time `json:"until"`
	Status  int       `json:"status,omitempty"` // of HTTP, as it was told; 0: not known
}

// ask is one caller's wish to start a request.
type ask struct {
	id      string
	holder  string
	account string
	limits  Limits
}

// admit lets the request start, or says when to ask again (zero: when one ends), or refuses it.
func (s *state) admit(a ask, now time.Time) (ok bool, again time.Time, refused *Error) {
	s.forget(now, a.limits.Lease)
	s.Flights = slices.DeleteFunc(s.Flights, func(f flight) bool { return f.ID == a.id }) // of a try whose end was not known
	if refused = s.refuse(a, now); refused != nil {
		return false, time.Time{}, refused
	}
	s.bound(now, a.limits.Cooldown)
	ready := s.Paused
	if !s.Last.IsZero() {
		ready = later(ready, s.Last.Add(max(s.Interval, a.limits.Interval)))
	}
	if ready.After(now) {
		return false, ready, nil
	}
	if len(s.Flights) >= s.most(a.limits) {
		return false, time.Time{}, nil
	}
	s.Last = now
	s.Flights = append(s.Flights, flight{ID: a.id, Holder: a.holder, Until: now.Add(a.limits.Lease), Probe: s.Failures >= a.limits.Failures})
	return true, time.Time{}, nil
}

// bound corrects what a clock that was set back would make of a pause: none is longer than the longest that was told.
func (s *state) bound(now time.Time, cooldown time.Duration) {
	if s.Last.After(now) {
		s.Last = now
	}
	if s.Longest > 0 && s.Paused.Sub(now) > s.Longest {
		s.Paused = now.Add(s.Longest)
	}
	if s.Open.Sub(now) > cooldown {
		s.Open = now.Add(cooldown)
	}
}

// clockTolerance is the difference of two clocks that is not taken for a clock that was set.
const clockTolerance = 500 * time.Millisecond

// settle moves the times of a state that was read as far as the clock was set since it was written, so that pauses and intervals take as long
// as they were meant to. It needs the time since the machine started; after a restart nothing is known.
func (s *state) settle(now time.Time, boot string, up time.Duration) {
	if boot == "" || boot != s.Boot || s.Written.IsZero() {
		return
	}
	jump := now.Sub(s.Written) - (up - s.Up)
	if jump.Abs() > clockTolerance {
		s.shift(func(t time.Time) time.Time { return t.Add(jump) })
	}
}

// stamp notes when the state is written.
func (s *state) stamp(now time.Time, boot string, up time.Duration) {
	s.Written, s.Boot, s.Up = now, boot, up
}

// leftAlone is said of a provider whose breaker is open.
const leftAlone = "left alone after failures in a row"

// refuse returns the verdict of stops and breaker: a caller that is refused goes on without the provider.
func (s *state) refuse(a ask, now time.Time) *Error {
	for _, st := range s.Stops {
		if st.Account == a.account && now.Before(st.Until) {
			return st.refusal(now)
		}
	}
	if s.Failures < a.limits.Failures || s.By != "" && s.By != a.account {
		return nil
	}
	if now.Before(s.Open) {
		return &Error{Class: Unavailable, Detail: leftAlone, Raw: strconv.Itoa(s.Failures), Behind: s.Behind, After: s.Open.Sub(now)}
	}
	if slices.ContainsFunc(s.Flights, func(f flight) bool { return f.Probe }) {
		return &Error{Class: Unavailable, Detail: leftAlone, Raw: fmt.Sprintf("%d, one request is trying it again", s.Failures), Behind: s.Behind}
	}
	return nil
}

func (st stop) refusal(now time.Time) *Error {
	e := &Error{Class: Unavailable, Detail: "it refused this account earlier; " + accountRefused}
	e.Err, e.Behind = ErrAccountRefused, &Failure{Class: st.Class, Status: st.Status}
	if st.Class == QuotaGone {
		e.Err = nil
		e.Detail, e.After = quotaUsed, st.Until.Sub(now)
	}
	return e
}

// most limits how many requests may be under way: one while the breaker is half open.
func (s *state) most(l Limits) int {
	if s.Failures >= l.Failures {
		return 1
	}
	if s.InFlight > 0 {
		return min(s.InFlight, l.InFlight)
	}
	return l.InFlight
}

// forget drops requests whose process must have ended.
func (s *state) forget(now time.Time, lease time.Duration) {
	s.Flights = slices.DeleteFunc(s.Flights, func(f flight) bool {
		// The latter: the clock was set back. In a fleet, times move a little later whenever another machine learns of them.
		return !now.Before(f.Until) || f.Until.Sub(now) > 2*lease
	})
}

// sent says that a request reached the wire only now, so that the interval counts from now.
func (s *state) sent(now time.Time) { s.Last = later(s.Last, now) }

// end takes in what became of a request.
func (s *state) end(a ask, o Outcome, now time.Time) {
	s.Flights = slices.DeleteFunc(s.Flights, func(f flight) bool { return f.ID == a.id })
	s.learn(o)
	if o.Budget.InFlight > 0 {
		s.InFlight = o.Budget.InFlight
	}
	if o.Pause > 0 {
		s.Paused, s.Longest = later(s.Paused, now.Add(o.Pause)), max(s.Longest, o.Pause)
	}
	switch {
	case o.Class == QuotaGone:
		s.stop(stop{a.account, QuotaGone, now.Add(max(o.Pause, quotaWait)), 0})
		s.Paused = time.Time{} // another account may go on
	case o.Class == Blocked:
		s.stop(stop{a.account, Blocked, now.Add(stopFor), o.Failure.status()})
	case o.Class == OK && o.Budget.gone():
		s.stop(stop{a.account, QuotaGone, now.Add(max(o.Budget.Reset, time.Second)), 0})
	}
	switch {
	case o.Class.unhealthy():
		s.Behind, s.By = o.Failure, s.blame(a, o)
		if s.Failures++; s.Failures >= a.limits.Failures {
			s.Open = now.Add(a.limits.Cooldown)
		}
	case o.Class != "": // it answered: it is alive
		s.Failures, s.Open, s.Behind, s.By = 0, time.Time{}, nil, ""
	}
}

// blame names the account that alone is refused for a failure: an answer that cannot be read may be the fault of who declared its form.
func (s *state) blame(a ask, o Outcome) string {
	if o.Class == Malformed && (s.Failures == 0 || s.By == a.account) {
		return a.account
	}
	return ""
}

// learn takes over the interval that an answer states, and forgets a tenth of it with each good answer that states none.
func (s *state) learn(o Outcome) {
	switch {
	case o.Budget.Interval > 0:
		s.Interval = min(o.Budget.Interval, time.Minute)
	case o.Class == OK && s.Interval < 10*time.Millisecond:
		s.Interval = 0
	case o.Class == OK:
		s.Interval -= s.Interval / 10
	}
}

// stop keeps the newest stop of each account.
func (s *state) stop(st stop) {
	s.Stops = slices.DeleteFunc(s.Stops, func(o stop) bool { return o.Account == st.Account })
	s.Stops = append(s.Stops, st)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
