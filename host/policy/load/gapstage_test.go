package load_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
)

const gapPlugin = "\nplugin \"one\" {\n  source = \"one.wasm\"\n}\n"

// measuredGap is a policy with a gap block of these lines.
func measuredGap(lines, extra string) string {
	return frame(`  gap "coverage" {
    after     = one
    measure   = "containment"
    templates = ["{gap}"]
`+lines+"\n  }\n"+extra, gapPlugin)
}

const coverageStage = `    threshold = 0.5
    stage "coverage" {
      plugin = plugin.one
    }`

// saturated asks the stage that measures saturation for less than that.
func saturated(below string) string {
	return `    threshold = 0.5
    stage "saturation" {
      plugin = plugin.one
    }
    subround {
      measure = "containment"
      below   = ` + below + `
    }`
}

func TestAGapBlockHasTwoStagesByWhatTheyMeasure(t *testing.T) {
	for _, tt := range []struct{ name, lines, want string }{
		{"coverage", coverageStage, ""},
		{"saturation, and who asks for it", saturated("0.5"), ""},
		{"a stage of another name", "threshold = 0.5\n stage \"covrage\" { plugin = plugin.one }", `error P208 label: There is no stage "covrage" | Did you mean "coverage"?`},
		{"a plugin that is not there", "threshold = 0.5\n stage \"coverage\" { plugin = plugin.two }", `error P401 unknown-name: There is no plugin "two"`},
		{"a saturation that nothing asks for", "threshold = 0.5\n stage \"saturation\" {\n plugin = plugin.one\n }", `Nothing uses the measurement of stage "saturation" | Add a subround with below`},
		{"the same twice", coverageStage + "\n" + "stage \"coverage\" {\n plugin = plugin.one\n }", `stage "coverage" appears twice`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := loadText(t, measuredGap(tt.lines, ""))
			if tt.want == "" {
				assert.Empty(t, problems)
			}
			assert.Contains(t, problems, tt.want)
		})
	}
	_, problems := loadText(t, measuredGap("threshold = 0.5\n stage \"saturation\" {\n plugin = plugin.one\n }", gate("coalesce(gaps.coverage.saturation, 1) > 0.5")))
	assert.NotContains(t, problems, "Nothing asks", "a condition asks, too")
}

func TestThresholdsOfGapsAreHeldAgainstWhatPluginsDeclare(t *testing.T) {
	d := load.Declared{
		Signals: map[string]load.Span{"gaps.coverage.saturation": {Min: 0.2, Max: 0.6}},
		Outputs: map[string]load.Span{"gap.coverage.coverage": {Min: 0.5, Max: 0.8}, "gap.coverage.saturation": {Min: 0.2, Max: 0.6}},
	}
	asked := func(threshold string) string {
		return "threshold = " + threshold + "\n stage \"coverage\" {\n plugin = plugin.one\n }"
	}
	for _, tt := range []struct{ name, lines, extra, want string }{
		{"a threshold within the range", asked("0.8"), "", ""},
		{"a threshold that nothing is under", asked("0.5"), "", "No gap is ever found | Its plugin declares gap.coverage.coverage between 0.5 and 0.8, and only values below threshold count. Raise it."},
		{"a threshold that everything is under", asked("0.81"), "", "Everything is a gap that nothing can fill"},
		{"a sub-round within the range", saturated("0.6"), "", ""},
		{"a sub-round that is never called for", saturated("0.2"), "", "No sub-round ever runs"},
		{"a sub-round that is always called for", saturated("0.61"), "", "Every gap runs a sub-round"},
		{"a term's cap beyond the range", saturated("0.5"), "calibrate {\n stage \"confidence\" {\n plugin = plugin.one\n }\n term \"t\" {\n feature = gaps.coverage.saturation\n weight = 0.5\n cap = 0.4\n }\n }", "Term \"t\" never reaches its cap"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, problems := loadText(t, measuredGap(tt.lines, tt.extra))
			require.NotContains(t, problems, "error")
			got := listing(set.Fit("p", d))
			if tt.want == "" {
				assert.Empty(t, got)
			}
			assert.Contains(t, got, tt.want)
		})
	}
}

func TestOpenGapsAreSureOnlyIfTheirStageMustMeasure(t *testing.T) {
	when := "gate \"g\" {\n condition = rounds.one.open_gaps == 0\n }"
	_, problems := loadText(t, measuredGap(coverageStage, when))
	assert.NotContains(t, problems, "may be null")
	skipped := "threshold = 0.5\n stage \"coverage\" {\n plugin = plugin.one\n on_error = \"skip\"\n }"
	_, problems = loadText(t, measuredGap(skipped, when))
	assert.Contains(t, problems, "rounds.one.open_gaps may be null")
}

func TestAStageOfAGapBlockIsPartOfThePolicysMeaning(t *testing.T) {
	digest := func(lines string) string {
		set, problems := loadText(t, measuredGap(lines, ""))
		require.NotContains(t, problems, "error")
		p, _ := set.Policy("p")
		require.Len(t, p.Plugins, len(p.Gaps[0].Stages))
		return p.Digest
	}
	assert.NotEqual(t, digest("threshold = 0.5"), digest(coverageStage))
}
