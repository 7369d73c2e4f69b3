// Package expr is the policy language's expressions: which there are and of which type ([Checker]), which functions and
// strict operators they have ([Functions], [Harden]), and what those of variables and locals are worth ([Constants]).
package expr
