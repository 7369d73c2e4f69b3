// Package frame offers tables to plugins: what a block of the policy can show its stages, of which a plugin is sent the
// columns that it declares and is granted, and nothing else.
//
// A step of a run lists the tables ([Table]) with columns that build themselves on demand ([Numbers], [Nullable], [Tokens],
// [Texts]); [Frame.Request] builds those that one plugin asks for. A new column goes into host/policy/schema/columns.go, too, from which
// docs/policy.md lists them.
package frame
