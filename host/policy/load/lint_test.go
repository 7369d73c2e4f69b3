package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// lintCodes are the codes of phase J that a policy of these calibrate terms and this outside gets.
func lintCodes(t *testing.T, calibrate string) string {
	t.Helper()
	_, problems := loadText(t, frame("falsify \"draft\" {\n queries = [\"{draft}\"]\n}\ncalibrate {\n"+calibrate+"\n}", ""))
	assert.NotContains(t, problems, "error")
	return problems
}

func base(name, feature, rest string) string {
	return "base \"" + name + "\" {\n feature = " + feature + "\n " + rest + "\n}\n"
}

func TestWeightsAreHeldToOneOnlyWhereTheySumToAConfidence(t *testing.T) {
	coverage := func(rest string) string { return base("coverage", "answer.support_coverage", rest) }
	diversity := func(rest string) string { return base("diversity", "answer.source_diversity", rest) }
	for _, tt := range []struct{ name, calibrate, want string }{
		{"a sum of 1 passes", coverage("weight = 0.6") + diversity("weight = 0.4"), ""},
		{"a sum of 1 that rounding exceeds passes", coverage("weight = 0.7") + diversity("weight = 0.1") + base("r", "answer.relevance", "weight = 0.2"), ""},
		{"no base is no share", "", ""},
		{"each kind of question has its own sum", coverage("weight = 1\n types = [\"claim\"]") + diversity("weight = 1\n types = [\"free_form\"]"), ""},
		{"a claim is polar too", coverage("weight = 0.5\n types = [\"claim\"]") + diversity("weight = 0.6\n types = [\"polar\"]"), "For claim and polar, the base of the confidence adds up to 1.1"},
		{"an intercept counts", "intercept = 0.2\n" + coverage("weight = 1"), "adds up to 1.2"},
		{"a cap bounds what has no bound", base("margin", "answer.margin", "weight = 2\n cap = 1"), ""},
		{"what has no bound is passed over", base("margin", "answer.margin", "weight = 0.3"), ""},
		{"a fine adds nothing at best", coverage("weight = 1") + diversity("weight = -0.5"), ""},
		{"a floor counts", coverage("weight = 0.9") + diversity("weight = 0.05\n floor = 0.2"), "adds up to 1.1"},
		{"a flag counts 1 at most", base("answered", "answer.answered", "weight = 1.5"), "adds up to 1.5"},
		{"a base that stays below what clamp allows", coverage("weight = 0.7"), "The base of the confidence adds up to 0.7 at most"},
		{"as low as clamp is as meant", coverage("weight = 0.7") + "clamp = [0.01, 0.7]", ""},
		{"corrections may make up for it", coverage("weight = 0.7") + "term \"r\" {\n feature = answer.relevance\n weight = 0.3\n}", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := lintCodes(t, tt.calibrate)
			if tt.want == "" {
				assert.NotContains(t, got, "P802")
			}
			assert.Contains(t, got, tt.want)
		})
	}
}

func TestAOneSidedSearchIsSaidOnlyWhereItMakesAConfidence(t *testing.T) {
	one := base("coverage", "answer.support_coverage", "weight = 1")
	assert.NotContains(t, lintCodes(t, one), "P803", "a falsification looks against the draft")
	_, problems := loadText(t, frame("calibrate {\n"+one+"}", ""))
	assert.Contains(t, problems, "P803 one-sided")
	_, problems = loadText(t, strings.Replace(frame("calibrate {\n"+one+"}", ""), "queries =", "against = true\n    queries =", 1))
	assert.Empty(t, problems, "an intent against is enough")
	_, problems = loadText(t, frame("", ""))
	assert.Empty(t, problems, "no confidence, no need")
}

func TestTheSameSourcesForAndAgainstAreSaidOnlyWhereThereAreOthers(t *testing.T) {
	text := func(sources, one, two string) string {
		s := strings.Replace(frame("intent \"con\" {\n against = true\n queries = [\"{question}\"]\n}", "source \"a\" {}\nsource \"b\" {}\nsource \"c\" {}\n"), "order =", "sources = ["+sources+"]\n  order =", 1)
		s = strings.Replace(s, "intents = [all]", "intents = [all]\n "+one, 1)
		i := strings.LastIndex(s, "intents = [all]")
		return s[:i] + "intents = [con]\n " + two + s[i+len("intents = [all]"):]
	}
	for _, tt := range []struct {
		name, sources, one, two string
		want                    bool
	}{
		{"the same two of three", "a, b, c", "sources = [a, b]", "sources = [b, a]", true},
		{"all of them leave no other", "a, b, c", "", "", false},
		{"one source leaves no other", "a", "", "", false},
		{"another source against", "a, b, c", "sources = [a]", "sources = [b]", false},
		{"more sources against", "a, b, c", "sources = [a]", "sources = [a, b]", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := loadText(t, text(tt.sources, tt.one, tt.two))
			assert.NotContains(t, problems, "error")
			assert.Equal(t, tt.want, strings.Contains(problems, "P804 same-sources"), problems)
		})
	}
}
