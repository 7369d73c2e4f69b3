// Package run is the round loop: it takes one question through plan, rounds,
// selection, reading, assessment, reactions, synthesis, falsification, calibration and gates.
// It is the only place that knows all the other packages of the host.
//
// [Engine] is what the runs of one process share; [Engine.Ask] is one run. The order
// of the steps is written down once, in steps.go. Nothing here reads the wall clock, the
// environment or randomness: a run's result is a function of question, sources, policy,
// plugins and seed.
//
// Codes such as S0-08 or U04 are explained in docs/mechanisms.md.
package run
