// Package query takes a question apart before anything is searched, without any model: what it asks for, its options and
// whether they are verdicts on a claim, its core terms, names and parts ([Make]).
//
// A [Plan] turns the policy's intents into queries ([Plan.Queries]): the templates' slots are filled with what the question says
// ([Plan.Slots], [Plan.Expand], [Fill]) and, from the first round on, with what rounds found ([Wording]). It knows nothing of runs.
// A new slot goes into templates.go, and into the policy's check of placeholders.
package query
