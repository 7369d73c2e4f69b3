// Package run takes one question from its plan to its result. With the packages below it, it brings together policy, plugins, retrieval,
// models, budget, cache and record.
//
// [Engine] holds what the runs of one process share; [Engine.Ask] is one run and [Engine.Replay] one that is decided anew. The order
// of the steps is in steps.go; assess/steps.go and answer/steps.go list those that a new draft repeats. The packages, in order:
//
//	plan        the question by rules (package query), by a model if the policy has one; its words counted
//	rounds      the loop of rounds, its end, the adaptive gate; over search and gap
//	search      queries, searches, the pool scored; then which documents are read
//	gap         what the evidence leaves open, the queries for it, bridges
//	read        the open texts of some documents; passages, scored
//	address     which sentences address the question
//	claims      sentences that say something, clustered
//	assess      triangulation, verification, findings
//	react       handlers of what was found
//	answer      the best option, what models write, or sentences
//	falsify     the draft against contrary evidence; may draft anew
//	confidence  the confidence, term by term
//	outcome     the gates, and the result filled in
//
// This package has the rest: checkpoint.go, where replays go on, replay.go, and ask.go, the beginning and the end of a run.
//
// What a run knows is in package state, in groups that have a file each: journal, metrics, ledger, playback, lexicon, queue, progress,
// collection, weights, reading, drafting. It also has the methods that every step uses (log, call a plugin, ask a model, hold a condition,
// reserve), and the things that steps hand on: document, passage, sentence, claim, option, answer.
//
// Each package has a type Run, in its doc.go: the state, embedded, and as fields the other steps whose methods it calls, so that a step says
// what it depends on: r.read.Cut is a method of package read, r.Cut would be one of the state or of the step itself. plan, search and read
// call no other. A step holds nothing of its own. So Over makes it anew for each step that calls it, and all look at one state. Steps call
// earlier ones, with three exceptions: rounds call search and gap, gap calls read for what would be read now, and answer asks confidence for
// the provisional one. Where a step leads back to an earlier one, as falsify drafts anew, it takes the steps that package assess and package
// answer list.
//
// What knows nothing of a run is not here: analysis and documents (works and their text), frame and bind (plugins), score (terms), query (the
// question and what is asked for it), tape (records), inquiry (calls of models), outage (endpoints that do not answer), store
// (the cache folder).
//
// Where a thing goes: a new step, a package with a Run, a field in engine.go and a line in steps.go; a call of plugins, [bind.Blocks] and
// state/stage.go; a metric, where it is known, by Set, and host/policy/schema/metrics.go; a kind of gap, a file in gap and its line in
// gap/kinds.go; an event for handlers, assess/findings.go; new state, the group whose step fills it, or a group of its own.
// CONTRIBUTING.md has what else each touches.
//
// Nothing here reads the wall clock, the environment or randomness: a run's result is a function of question, sources,
// policy, plugins and seed. Codes such as S0-08 or U04 are explained in docs/mechanisms.md.
package run
