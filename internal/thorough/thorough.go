// Package thorough says how much a test does: a sample under make test, which a newcomer waits for, and everything in CI.
package thorough

import (
	"os"
	"testing"
)

// Variable asks for everything when it is 1. The lines of .ci/run that set it name each test that depends on it.
const Variable = "SPARKHOST_THOROUGH"

// Wanted reports whether tests do everything.
func Wanted() bool { return os.Getenv(Variable) == "1" }

// Only skips a test, which takes long for a reason, unless everything is wanted.
func Only(t testing.TB, reason string) {
	t.Helper()
	if !Wanted() {
		t.Skip(reason + ": runs in CI, or with " + Variable + "=1")
	}
}

// Each returns all, or every step-th from the first on when a sample is enough.
func Each[T any](all []T, step int) []T {
	if Wanted() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += step {
		some = append(some, all[i])
	}
	return some
}

// Number returns the number for everything, or that for a sample.
func Number(everything, sample int) int {
	if Wanted() {
		return everything
	}
	return sample
}
