// Package diag says what is wrong with a policy: diagnostics with a stable [Code], a place, a summary and what to
// do about it, in one order, for people ([Write]) and for programs ([WriteJSON]).
//
// Everything that reads a policy or its tests makes its diagnostics here ([Error], [Warning]) and ends with [Tidy],
// so that mistakes are told all at once and equal files get equal reports.
package diag
