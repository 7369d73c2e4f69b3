package plugin

import (
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// An allowance bounds the use of one call.
type allowance struct {
	fuel int64
	wall time.Duration
}

// allow returns the allowance of a call with tables within b.
func (l Limits) allow(tables []contract.Table, b limit.Call) allowance {
	l.Fuel, l.FuelPerItem, l.Wall = lower(l.Fuel, b.Fuel), lower(l.FuelPerItem, b.FuelPerItem), lower(l.Wall, b.Wall)
	return allowance{l.fuelFor(itemsOf(tables)), l.Wall}
}

// lower returns the smaller of two limits of which zero is none.
func lower[T int64 | time.Duration](a, b T) T {
	if a <= 0 || b > 0 && b < a {
		return b
	}
	return a
}

// FuelLimit returns the fuel that a call with these tables may use within b: what a budget has to have
// room for before the call. It is a function of limits and numbers of rows alone.
func (p *Plugin) FuelLimit(tables []contract.Table, b limit.Call) int64 {
	if sent, e := project(p.granted, tables); e == nil {
		tables = sent // rows of tables that it is not sent do not count
	}
	return p.limits.allow(tables, b).fuel
}

// Inputs returns the columns that the plugin is sent, if a request has them: those that it
// declares, without the denied ones. Do not change them.
func (p *Plugin) Inputs() []contract.Input { return p.granted.Inputs }

// grant returns the manifest without the inputs that are denied, and the refusal of a plugin that
// cannot work without them. A name in deny is a column, in every table, or table.column.
func grant(m *contract.Manifest, deny []string) (*contract.Manifest, *Error) {
	granted := *m
	granted.Inputs = nil
	var needed []string
	for _, in := range m.Inputs {
		switch name := in.Table + "." + in.Column; {
		case !slices.Contains(deny, in.Column) && !slices.Contains(deny, name):
			granted.Inputs = append(granted.Inputs, in)
		case !in.Optional:
			needed = append(needed, name)
		}
	}
	if len(needed) > 0 {
		return nil, fault(KindCapability, "it cannot work without %s, which is denied to it: use another plugin, or take it out of deny", strings.Join(needed, ", "))
	}
	return &granted, nil
}
