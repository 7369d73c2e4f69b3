// Package stats holds the statistics by which evaluations are judged. Each function names the paper of its formula. All of them are
// pure: equal inputs and seeds give equal results, on any machine, and they are safe for concurrent use. No result is NaN or infinite for
// finite input; where a figure does not exist, a function says so by a bool or an error.
//
// A paired comparison is of two systems, the first and the second, over the same questions. Differences are of the second less the first.
// What [gonum.org/v1/gonum/mathext] has is taken from there.
package stats
