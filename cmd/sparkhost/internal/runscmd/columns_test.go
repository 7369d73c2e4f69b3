package runscmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/record"
)

func TestALongNameEndsNoExplanation(t *testing.T) {
	var b strings.Builder
	(&explanation{Rounds: []record.Round{{Name: strings.Repeat("r", 190), SkippedReason: "adaptive: enough"}}}).writeRounds(&b)
	assert.Contains(t, b.String(), "did not run\n      adaptive: enough\n")
}

func TestLongConditionsAndQueriesStayWithinTheWidth(t *testing.T) {
	long := strings.Repeat("answer.confidence >= 0.5 && ", 20) + "true"
	e := &explanation{
		Rounds:     []record.Round{{Name: "primary", Ran: true, StopReason: long}, {Name: "methods", SkippedReason: long}},
		Queries:    []record.Query{{Round: "primary", Source: "local", Text: long}},
		Conditions: []record.Condition{{Where: "gate.confident", Result: "true", Text: long, File: "a.policy.hcl", Line: 3}},
		Steps:      []record.Step{{Name: "plan", Reason: long}},
	}
	var b strings.Builder
	e.writeRounds(&b)
	e.writeConditions(&b)
	e.writeSteps(&b)
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, line)
	}
	assert.Equal(t, 4, strings.Count(strings.Join(strings.Fields(b.String()), " "), long), "no reason and no condition is cut")
}

func TestNoLineOfAnExplanationIsLongerThanTheWidth(t *testing.T) {
	text := "run 1\n\n  gate   " + strings.Repeat("é very long verdict ", 20) + "\n" + strings.Repeat("x", 150) + " end\nlast"
	got := fitted(text)
	assert.Equal(t, strings.Fields(text), strings.Fields(got), "no word is lost")
	lines := strings.Split(got, "\n")
	assert.Equal(t, []string{"run 1", ""}, lines[:2])
	assert.Equal(t, "last", lines[len(lines)-1])
	for _, line := range lines[2:] {
		if !strings.HasPrefix(line, "xxx") { // a word that nothing can break
			assert.LessOrEqual(t, utf8.RuneCountInString(line), width, line)
		}
	}
	assert.True(t, strings.HasPrefix(lines[3], "        é") || strings.HasPrefix(lines[3], "        v") || strings.HasPrefix(lines[3], "        l"), lines[3])
	assert.Equal(t, text[:5], fitted(text[:5]))
}
