package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func gateNamed(name, level, condition string) string {
	return "  gate \"" + name + "\" {\n    level = \"" + level + "\"\n    condition = " + condition + "\n  }\n"
}

func TestAGateThatNoAnswerCanPassIsAnError(t *testing.T) {
	tests := map[string]struct{ gates, want string }{
		"a percentage":             {gate("answer.support_coverage >= 40"), `Gate "g" can never pass | answer.support_coverage is between 0 and 1.`},
		"below the range":          {gate("pool.documents < 0"), `Gate "g" can never pass`},
		"against itself":           {gate("answer.support_coverage < 0.3 && answer.support_coverage > 0.5"), `Its requirements on answer.support_coverage contradict each other.`},
		"against itself, reversed": {gate("0.3 > answer.support_coverage && (0.5 < answer.support_coverage)"), `contradict each other`},
		"at an open end":           {gate("answer.support_coverage < 0.5 && answer.support_coverage >= 0.5"), `contradict each other`},
		"against another":          {gateNamed("a", "soft", "answer.support_coverage >= 0.8") + gateNamed("b", "hard", "answer.support_coverage <= 0.5"), `Gate "b" can never pass | Its requirement on answer.support_coverage contradicts gate "a": no answer passes both.`},
		"against one that warns":   {gateNamed("a", "advisory", "answer.support_coverage >= 0.8") + gateNamed("b", "hard", "answer.support_coverage <= 0.5"), ""},
		"two that agree":           {gateNamed("a", "soft", "answer.support_coverage >= 0.5") + gateNamed("b", "hard", "answer.support_coverage <= 0.5"), ""},
		"either of two":            {gate("answer.support_coverage < 0.3 || answer.support_coverage > 0.5"), ""},
		"a product":                {gate("answer.support_coverage * 2 > 1.5 && answer.support_coverage < 0.9"), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, problems := loadText(t, frame(tt.gates, ""))
			if tt.want == "" {
				assert.Empty(t, problems)
				return
			}
			assert.Contains(t, problems, "error P506")
			assert.Contains(t, problems, tt.want)
		})
	}
}

func TestARoundBeyondMaxRoundsIsToldToNeverRun(t *testing.T) {
	_, problems := loadText(t, frame("  adaptive {\n    min_rounds = 1\n    max_rounds = 1\n  }\n", ""))
	assert.Contains(t, problems, `warning P506 constant: Round "two" never runs | adaptive.max_rounds is 1, and that many rounds always run before this one.`)
	_, problems = loadText(t, frame("  adaptive { max_rounds = 2 }\n", ""))
	assert.Empty(t, problems)
}
