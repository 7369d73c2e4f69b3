package load

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestAListOfVenuesIsRead(t *testing.T) {
	got, _, err := parseVenues([]byte("\ufeff# a remark\nTier , Adjust, VENUE\nA,0.15,\"Nature | The Nature\"\nB, -1 ,Rxiv\n"))
	require.NoError(t, err)
	assert.Equal(t, []policy.Venue{{Names: []string{"Nature", "The Nature"}, Adjust: 0.15, At: policy.Pos{Line: 3, Column: 1}}, {Names: []string{"Rxiv"}, Adjust: -1, At: policy.Pos{Line: 4, Column: 1}}}, got)
}

func TestMistakesInAListOfVenuesAreFoundWithTheirLine(t *testing.T) {
	tests := []struct {
		name, list string
		line       int
		says       string
	}{
		{"an empty file", "", 1, "header line is missing"},
		{"a heading that is missing", "venue\nNature\n", 1, "does not name the columns"},
		{"a value that is missing", "venue,adjust\nNature\n", 2, "a value is missing"},
		{"a name that is missing", "venue,adjust\nNature,0\n | ,0\n", 3, "has no name"},
		{"a text for a number", "venue,adjust\n# x\nNature,high\n", 3, `not "high"`},
		{"a number that is none", "venue,adjust\nNature,NaN\n", 2, "from -1 to 1"},
		{"a number out of range", "venue,adjust\nNature,15\n", 2, "from -1 to 1"},
		{"a quote without end", "venue,adjust\n\"Nature,1\n", 2, "quote"},
		{"what is no UTF-8", "venue,adjust\n\xff,1\n", 0, "UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, line, err := parseVenues([]byte(tt.list))
			require.ErrorContains(t, err, tt.says)
			assert.Empty(t, got)
			assert.Equal(t, tt.line, line)
		})
	}
}

func FuzzWorkOfVenues(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _, _ = parseVenues([]byte(text)) },
		"venue,adjust\nNature # | The Nature,0.15\n# remark\n\"Rxiv\n#\",-1\n", "tier,adjust,venue\nA, 0.5,\"a\"\"b|c\"\n")
}

func FuzzWorkOfExpressions(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = parseExpression(text) },
		"answer.score > 0.5 && (claims.supporting >= 2 || mode == \"a${1 + 2}b\") ? 1 : -1", "[a.b, {c = 1, d = [2]}]\n", "<<E\n a ${b}\nE\n")
}
