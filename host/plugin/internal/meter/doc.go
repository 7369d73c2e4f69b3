// Package meter rewrites WebAssembly modules so that they count what they execute and stop
// when it is enough.
//
// [Rewrite] takes a valid module and returns one that computes the same and keeps two
// more globals: fuel, which counts down as instructions are executed, and depth, which counts
// down as calls nest. Whenever one of them is below zero at a check, the module calls an
// imported function without parameters, which either raises fuel and returns or panics. The count
// is a function of module and input alone, whatever engine or machine runs it.
//
// # What is charged
//
// An instruction costs 1 unit, with these exceptions:
//
//	0                block, loop, else, nop; end, but 1 at which ways meet, beyond eight such in a row
//	2                br_table, table.get, table.set
//	4                scalar div, rem and sqrt
//	6, 8             call, call_indirect
//	8                vector div and sqrt
//	8 + bytes/8      memory.copy, memory.fill, memory.init
//	8 + entries      table.copy, table.fill, table.init
//	64 + entries     table.grow that succeeds
//	64 + bytes       memory.grow that succeeds: the host may have to move the whole memory
//
// and 1 for each value beyond 32 that a call passes in and out, or that is copied where control flow meets (at the end of a
// block to which several ways lead, and at the header of a loop): its results, and as many locals as instructions inside
// set, if the function carries so many from one basic block to another. So no unit is much more work than others. And
// a call of an imported function costs what [Host] says, on top of the call itself. The
// weights follow measured times: a unit is between 0.1 and 1 ns of work. [Version] names the
// weights and rules; a count means nothing without it.
//
// # How
//
// A function is cut into segments (segment.go), which are charged once, where they begin. Checks are at
// function entries and loop headers, and wherever else more than [Options.Gap] units could be
// charged without one (gap.go): with entries and headers alone, a deep recursion whose
// frames still have much to do on their way back would run for minutes unchecked.
//
// # What it refuses
//
// A compiler needs memory and time that do not follow from the size of a module: fifteen kilobytes can take it
// gigabytes. While a function is rewritten, weigh.go counts what the compiler will make of it, effort.go estimates memory and
// time from that, and compilecost.go adds up the module. What is over the bounds matches [ErrCostly]. The estimates
// know the runtime's compiler (wazero 1.12): look at them again when it changes.
//
// # What it trusts
//
// The original must have been validated: a rewritten module that is valid does not prove that
// its original was, and could reach what was added. Rewrite nevertheless refuses every index beyond
// the original's own, and every instruction, section or form that it does not know.
package meter
