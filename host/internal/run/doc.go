// Package run takes one question from its plan to its result. It is the only place that knows all the other packages of the host.
//
// [Engine] holds what the runs of one process share; [Engine.Ask] is one run and [Engine.Replay] one that is decided anew. The order
// of the steps is written down once, in steps.go:
//
//	plan        the question by rules (package query), by a model if the policy has one  plan_model.go
//	retrieve    rounds: queries, searches, the pool scored, gaps, the adaptive gate      rounds.go, search.go, documents.go, gaps.go
//	select      which documents are read                                                select.go
//	texts       the open texts of some of them                                          texts.go
//	read        passages, scored                                                        read.go
//	address     which sentences address the question                                    address.go
//	claims      sentences that say something, clustered                                 claims.go, claims_model.go
//	assess      triangulation, verification                                             assess.go, convergence.go
//	react       handlers of what was found                                              react.go, findings.go
//	synthesise  the best option, what models write, or sentences                        answer.go, options.go, solve.go, extract.go
//	falsify     the draft against contrary evidence; may draft anew                     falsify.go, falsify_model.go
//	checkpoint  where replays go on                                                     checkpoint.go, replay.go
//	calibrate   the confidence, term by term                                            calibrate.go
//	gates       what an answer must meet                                                gates.go, result.go
//
// A run is its groups of state (state.go), each in the file of its name: journal, metrics, ledger, calls, playback,
// lexicon, queue, progress, collection, novelty, weights, reading, drafting. What knows nothing of a run
// is not here: analysis and library (documents), frame and bind (plugins), score (terms), query (the question and what is asked
// for it), tape (records), inquiry (calls of models), outage (endpoints that do not answer), store (the cache folder).
//
// Where a thing goes: a new step, a file with one method of run and a line in steps.go; a call of plugins, [bind.Blocks] and
// stage.go; a metric, where it is known, by set, and host/policy/schema/metrics.go; a kind of gap, gap_rules.go and gap_model.go; an
// event for handlers, findings.go; new state, the group whose step fills it, or a group of its own. CONTRIBUTING.md has what else each touches.
//
// Nothing here reads the wall clock, the environment or randomness: a run's result is a function of question, sources,
// policy, plugins and seed. Codes such as S0-08 or U04 are explained in docs/mechanisms.md.
package run
