package english

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// most is how many old riddles of a form comments and documents may still have. It only goes down: rewrite some, then lower it.
var most = map[string]int{"X is what": 5, "X is no Y": 6}

func read(t *testing.T) []Line {
	lines, err := Lines("../..", "sdk", "plugins", "internal/english", "scratch", "examples")
	require.NoError(t, err)
	require.Greater(t, len(lines), 10000, "the repository was read")
	return lines
}

func TestNoTextUsesABannedPhrase(t *testing.T) {
	for _, l := range read(t) {
		for _, r := range Banned {
			if r.Pattern.MatchString(l.Text) {
				t.Errorf("%s:%d: %q: write %q", l.File, l.Line, r.Name, r.Instead)
			}
		}
	}
}

func TestRiddlesOnlyBecomeFewer(t *testing.T) {
	lines := read(t)
	for _, r := range Riddles {
		n := 0
		for _, l := range lines {
			if r.Pattern.MatchString(l.Text) {
				n++
			}
		}
		assert.LessOrEqual(t, n, most[r.Name], "%q: write %s", r.Name, r.Instead)
	}
}

func TestThePatternsFindTheirPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"// Plan is what a run does.": "X is what", "// A stub is no model.": "X is no Y",
		"talk goes to standard error": "talk to stderr", "a model that is none": "that is none", "the dearest call": "the dearest",
	} {
		var found []string
		for _, r := range append(append([]Rule{}, Banned...), Riddles...) {
			if r.Pattern.MatchString(text) {
				found = append(found, r.Name)
			}
		}
		assert.Equal(t, []string{want}, found, text)
	}
}
