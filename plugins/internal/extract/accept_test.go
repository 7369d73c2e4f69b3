package extract_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The exam's patterns look around numbers, which Go's expressions cannot: a marker group takes the place of each look, and
// what stands at the marker is checked by another expression.
const (
	lookBehind = `(?<![\d.,·])`
	lookAhead  = `(?!\d|[.,·]\d)`
)

var (
	digitBefore = regexp.MustCompile(`[\d.,·]$`)
	digitAfter  = regexp.MustCompile(`^(?:\d|[.,·]\d)`)
)

// accepts says whether one of the exam's patterns matches part of an answer, in either case.
func accepts(t testing.TB, patterns []string, answer string) bool {
	t.Helper()
	for _, p := range patterns {
		marked := strings.ReplaceAll(strings.ReplaceAll(p, lookBehind, "(?P<behind>)"), lookAhead, "(?P<ahead>)")
		expression, err := regexp.Compile("(?i)" + marked)
		require.NoError(t, err, p)
		for from := 0; from <= len(answer); from++ { // a look that fails may hold further on
			found := expression.FindStringSubmatchIndex(answer[from:])
			if found == nil {
				break
			}
			if looks(expression, found, answer, from) {
				return true
			}
			from += found[0]
		}
	}
	return false
}

// looks checks what stands at the markers of a match.
func looks(expression *regexp.Regexp, found []int, answer string, from int) bool {
	for group, name := range expression.SubexpNames() {
		if name == "" || found[2*group] < 0 {
			continue
		}
		at := from + found[2*group]
		if name == "behind" && digitBefore.MatchString(answer[:at]) || name == "ahead" && digitAfter.MatchString(answer[at:]) {
			return false
		}
	}
	return true
}
