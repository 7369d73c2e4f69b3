package meter

// A gauge follows the emission of a function and knows how many units can have been charged
// since the last check on any path that leads to the current point, loops aside, since each
// pass through a loop meets its header's check.
type gauge struct {
	gap   int64 // a check is due before this is exceeded
	since int64 // units since the last check; unreachable if no path leads here
	open  []gaugeFrame
}

type gaugeFrame struct {
	op    byte
	entry int64 // of an if without else: since, where it began; else unreachable
	in    int64 // the most since of the paths that lead to its end
}

// unreachable is less than every number of units.
const unreachable = -1

// enter charges the first segment of the function, which is checked just before.
func (g *gauge) enter(cost int64) {
	g.since = cost
	g.open = append(g.open[:0], gaugeFrame{in: unreachable})
}

// header charges the first segment of a loop, which is checked just before.
func (g *gauge) header(cost int64) {
	if g.since != unreachable {
		g.since = cost
	}
}

// charge says whether a segment of that cost needs a check where it begins.
func (g *gauge) charge(cost int64) (check bool) {
	if g.since == unreachable {
		return false
	}
	if g.since+cost > g.gap {
		g.since = cost
		return true
	}
	g.since += cost
	return false
}

// step follows the control flow of an instruction.
func (g *gauge) step(in *instruction) {
	switch in.op {
	case opBlock, opLoop:
		g.open = append(g.open, gaugeFrame{op: in.op, entry: unreachable, in: unreachable})
	case opIf:
		g.open = append(g.open, gaugeFrame{op: opIf, entry: g.since, in: unreachable})
	case opElse:
		g.reach(0)
		top := &g.open[len(g.open)-1]
		g.since, top.entry = top.entry, unreachable // the way around the if exists no more
	case opEnd:
		g.end()
	case opBrIf:
		g.reach(in.arg)
	case opBr:
		g.reach(in.arg)
		g.since = unreachable
	case opBrTable:
		for _, label := range in.labels {
			g.reach(label)
		}
		g.since = unreachable
	case opReturn, opUnreachable:
		g.since = unreachable
	}
}

// reach notes that a path leads from here to a label.
func (g *gauge) reach(label uint32) {
	f := &g.open[len(g.open)-1-int(label)]
	f.in = max(f.in, g.since)
}

// end merges the paths that meet at the end of a frame.
func (g *gauge) end() {
	f := g.open[len(g.open)-1]
	g.open = g.open[:len(g.open)-1]
	if f.op != opLoop { // branches to a loop lead to its header
		g.since = max(g.since, f.in, f.entry)
	}
}
