// Package compare judges two sides of an evaluation by the same questions: [Compare] gives each metric of both with the difference, its interval
// and a verdict, which may be inconclusive; it pairs costs, counts what is missing, and groups the answers that flipped by the policy line or plugin
// that flipped them. Statistics are those of [github.com/sparkhost/sparkhost/host/eval/stats].
package compare
