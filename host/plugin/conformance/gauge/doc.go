// Package gauge measures plugins: what a call costs in fuel ([Estimate]), and how long calls take beside those
// of another plugin, in one run ([Bench]).
//
// Fuel is counted, so an estimate is the same on every machine. Times are the machine's own: only what was measured
// in turns, in one process, may be compared; that is the reason for a benchmark to take all its subjects at once.
package gauge
