package runscmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// A pluginCall is a recorded call with what it used, which the record keeps apart because it
// depends on history.
type pluginCall struct {
	record.PluginCall
	FuelUsed  *int64 `json:"fuel_used"`            // of the original call if the cache answered; null: not known
	FromCache bool   `json:"from_cache,omitempty"` // of earlier runs
}

// addFuel gives the last call what its timing says; other timings say nothing of calls.
func addFuel(event record.Event, calls []pluginCall) error {
	var t record.Timing
	if err := event.Decode(&t); err != nil {
		return err
	}
	if len(calls) == 0 || !strings.HasPrefix(t.What, record.TimingCall) {
		return nil
	}
	c := &calls[len(calls)-1]
	if t.What == record.TimingCall+c.Stage && t.Fuel > 0 {
		c.FuelUsed, c.FromCache = &t.Fuel, t.Cached
	}
	return nil
}

// fuel writes used and limit.
func (c *pluginCall) fuel() string {
	used := "?"
	if c.FuelUsed != nil {
		used = shell.Units(*c.FuelUsed)
	}
	text := used + "/" + shell.Units(c.FuelLimit)
	if c.FromCache {
		text += " cached"
	}
	return text
}

// readCalls collects the plugin calls of a record.
func readCalls(r *record.Reader) (calls []pluginCall, err error) {
	for event := range r.Events() {
		switch event.Kind {
		case record.KindPluginCall:
			err = keep(event, &calls)
		case record.KindTiming:
			err = addFuel(event, calls)
		}
		if err != nil {
			return nil, err
		}
	}
	return calls, nil
}

// writeFuel lists what each stage's plugin used and might have used, in the order of first calls.
func writeFuel(w io.Writer, r *record.Reader) error {
	calls, err := readCalls(r)
	if err != nil || len(calls) == 0 {
		return err
	}
	type sum struct {
		stage, plugin string
		calls         int
		used, limit   int64
	}
	var sums []*sum
	byStage := map[string]*sum{}
	for i := range calls {
		c := &calls[i]
		s := byStage[c.Stage]
		if s == nil {
			s = &sum{stage: c.Stage, plugin: c.Plugin}
			byStage[c.Stage], sums = s, append(sums, s)
		}
		s.calls++
		s.limit = max(s.limit, c.FuelLimit)
		if c.FuelUsed != nil {
			s.used = max(s.used, *c.FuelUsed)
		}
	}
	fmt.Fprintln(w, "plugin calls")
	for _, s := range sums {
		fmt.Fprintf(w, "  %s\t%s, %d calls, the most expensive call used %s of %s units of fuel\n", s.stage, s.plugin, s.calls, shell.Units(s.used), shell.Units(s.limit))
	}
	return nil
}
