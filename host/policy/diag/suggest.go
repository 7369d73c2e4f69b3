package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// The bounds of what is compared: a distance costs the product of two names, and each of many mistakes is compared with all candidates.
const (
	maxSuggested  = 80 // bytes of a name
	maxCandidates = 1000
)

// Suggest returns the candidate that name most likely means, or "".
func Suggest(name string, candidates []string) string {
	if len(name) > maxSuggested || len(candidates) > maxCandidates {
		return ""
	}
	best, least := "", 1+max(2, len(name)/4)
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if d := levenshtein.Distance(strings.ToLower(name), strings.ToLower(c), nil); d < least {
			best, least = c, d
		}
	}
	if best == "" {
		best = sameEnding(name, candidates)
	}
	return best
}

// sameEnding finds the one dotted candidate that ends like name, so that
// "support_coverage" leads to "answer.support_coverage".
func sameEnding(name string, candidates []string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	found := ""
	for _, c := range candidates {
		if strings.HasSuffix(c, "."+last) {
			if found != "" {
				return ""
			}
			found = c
		}
	}
	return found
}

// DidYouMean returns the detail for an unknown name: a suggestion, or what there is.
func DidYouMean(name string, candidates []string) string {
	if s := Suggest(name, candidates); s != "" {
		return fmt.Sprintf("Did you mean %q?", s)
	}
	switch n := len(candidates); {
	case n == 0:
		return "There are no names to choose from."
	case n <= 24:
		return "Must be one of: " + strings.Join(slices.Sorted(slices.Values(candidates)), ", ") + "."
	}
	return "docs/policy.md lists them."
}
