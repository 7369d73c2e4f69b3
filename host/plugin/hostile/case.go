package hostile

import (
	"slices"
	"time"
)

// A Phase says how far the host gets with a module.
type Phase string

// The phases, by the stage that errors of the host name.
const (
	PhaseLoad     Phase = "load"     // it is refused without running
	PhaseStart    Phase = "start"    // its start section or _initialize fails
	PhaseDescribe Phase = "describe" // it does not say properly what it is
	PhaseCall     Phase = "score"    // it loads, and a call of [Request] fails
)

// Bound are the limits under which a module is to be loaded; the test of this package says
// how they become limits of the host.
type Bound struct {
	Memory int64 // bytes
	Fuel   int64 // units, of each call
	Wall   time.Duration
	Output int // bytes
}

// standard are the bounds of a case that does not say others: a fuel limit of a few milliseconds, and
// time that a busy machine keeps.
var standard = Bound{Memory: 1 << 20, Fuel: 10_000_000, Wall: time.Minute, Output: 64 << 10}

// A Case is one hostile module.
type Case struct {
	Name  string // unique
	Why   string // one sentence: what it tries, or which mistake of a host it would show
	Phase Phase
	Kind  string // of the failure, as plugin.Kind has it; empty: the host answers normally all the same
	Says  string // a part of the error's detail
	Then  []string
	Bound Bound
	Heavy bool // takes over 100 ms to build, compile or run
	ABI   ABI
	build builder
}

// A builder makes a module, of a well-behaved guest that it may change.
type builder func(g *Guest) []byte

// Wasm builds the module, anew in every call.
func (c *Case) Wasm() []byte {
	if c.ABI == ABIExtism {
		return c.build(Extism())
	}
	return c.build(Spark())
}

// Calls returns the kinds of the calls in turn, with "" for a normal answer. A case whose phase is not
// [PhaseCall] has none.
func (c *Case) Calls() []string {
	switch {
	case c.Phase != PhaseCall:
		return nil
	case c.Then != nil:
		return c.Then
	}
	return []string{c.Kind, c.Kind, c.Kind} // the first leaves nothing behind
}

// Cases returns all modules of the corpus, in a fixed order.
func Cases() []Case {
	all := slices.Concat(malformed(), refused(), sized(), starting(), describing(), running(), lying(), speaking(), bombs(), tooCostly())
	all = completed(all)
	return append(all, extisms(all)...)
}

// completed fills in what a case of the spark ABI does not say.
func completed(all []Case) []Case {
	for i := range all {
		b := &all[i].Bound
		b.Memory = orStandard(b.Memory, standard.Memory)
		b.Fuel = orStandard(b.Fuel, standard.Fuel)
		b.Wall = orStandard(b.Wall, standard.Wall)
		b.Output = orStandard(b.Output, standard.Output)
		all[i].ABI = ABISpark
	}
	return all
}

// Costly returns the cases that are hard to compile: those of [Cases] and [Brink], most of which are refused.
func Costly() []Case { return slices.Concat(completed(bombs()), completed(tooCostly()), Brink()) }

func orStandard[T comparable](v, standard T) T {
	var zero T
	if v == zero {
		return standard
	}
	return v
}

// changed builds a guest with a change.
func changed(change func(g *Guest)) builder {
	return func(g *Guest) []byte {
		change(g)
		return g.Bytes()
	}
}

// raw returns a module of a header and sections.
func raw(sections ...string) builder {
	return func(*Guest) []byte {
		b := []byte("\x00asm\x01\x00\x00\x00")
		for _, s := range sections {
			b = append(b, s...)
		}
		return b
	}
}
