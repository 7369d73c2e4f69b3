package page

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/record"
)

// hostile are texts that would break a page which does not escape them.
var hostile = []string{
	"plain", "", "<script>fetch('https://example.org')</script>", "</style><style>*{display:none}</style>", `"><img src=x onerror=alert(1)>`, "]]>", "javascript:alert(1)",
	"a\x00b\x1b[31m", "\xff\xfe", "\u202egnp.exe", "-->", "{{.}}", strings.Repeat("long ", 1000),
}

func sample(text func() string) *record.Result {
	value, gaps, fuel := 0.5, 0, int64(12)
	return &record.Result{
		ID: text(), Run: text(), Question: text(), Type: text(), Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: "A", Text: text()},
		Confidence: 0.55, UncertaintyReasons: []string{text()}, Warnings: []string{text()}, Error: text(),
		Options:   []record.OptionResult{{Label: "A", Text: text(), Score: 0.4, Terms: map[string]float64{text(): 0.6, "cost": -0.2}, Citations: []int{0}}, {Label: "B", Text: text(), Score: -0.1, Eliminated: true}},
		Citations: []record.Citation{{Doc: text(), Source: text(), Title: text(), Year: 2003, DOI: text(), Retracted: true, Quote: text(), Stance: text(), Provenance: text()}},
		Nearest:   []record.Nearest{{Doc: text(), Source: text(), Title: text(), Year: 1998, Quote: text(), Addresses: 0.4, Because: text()}},
		Calibration: record.CalibrationSum{Base: 0.1, Confidence: 0.55, Terms: []record.TermResult{
			{Name: text(), Feature: text(), Value: &value, Weight: 1, Delta: 0.5, Plugin: text(), Line: text()}, {Name: "doubt", Value: &value, Weight: -0.1, Delta: -0.05}, {Name: "idle"},
		}},
		Gates:   []record.GateResult{{Name: text(), Level: "soft", Reason: text(), Waived: &record.Waiver{Reason: text(), Until: "2999-01-01", From: "flag"}}, {Name: "no", Level: "hard"}},
		Rounds:  []record.RoundResult{{Name: text(), Pass: 2, Ran: true, Queries: []string{text()}, OpenGaps: &gaps, Failed: []string{text()}}, {Name: "idle", SkippedReason: text()}},
		Budget:  record.BudgetResult{CostUSD: 0.25, Searches: 3, ModelTokens: 7},
		Plugins: []record.PluginUse{{Name: text(), Digest: text(), Calls: 2, Fuel: &fuel}},
		Policy:  record.Named{Name: text(), Digest: text()},
	}
}

func written(t require.TestingT, run Run) string {
	var out bytes.Buffer
	require.NoError(t, Write(&out, run))
	return out.String()
}

func TestAPageShowsWhatAResultHolds(t *testing.T) {
	n := 0
	r := sample(func() string { n++; return "text" + string(rune('a'+n)) })
	text := written(t, Run{Results: []*record.Result{r}, Version: "0.1.0", Note: "a gate said no"})
	for _, want := range []string{
		`<p class="note">a gate said no</p>`, `<tr class="chosen">`, "cost -0.200", "eliminated", `href="#q-textb-c1">[1]</a>`, `<li id="q-textb-c1">`, ">retracted<",
		"waived by flag: ", "until 2999-01-01", `<span class="tag">no</span>`, "pass 2", "skipped", "&#43;0.500", "-0.050", "Added nothing: idle (unknown).", "0.250 USD, 3 searches, 7 model tokens", "sparkhost explain ", "This comes nearest:", "1998", "; text",
		`<td class="n">0</td>`, // no open gaps is not the same as unknown ones
	} {
		assert.Contains(t, text, want)
	}
	for i := 'b'; i <= 'z'; i++ {
		assert.Contains(t, text, "text"+string(i))
	}
	assert.NotContains(t, text, `id="all"`, "one question needs no overview")
}

func TestAPageSaysWhatSidesAndSummandsAreAbout(t *testing.T) {
	const sides = "“Supports” and “contradicts” are about what the question claims, not about the answer."
	r := sample(func() string { return "text" })
	r.Disputed = &record.Dispute{For: []int{0}, Against: []int{0}}
	text := written(t, Run{Results: []*record.Result{r}})
	assert.Contains(t, text, sides)
	assert.Contains(t, text, "<th>value × weight, before link, floor and cap</th>")
	assert.Contains(t, text, "Disputed: for what the question claims <a ")
	assert.Contains(t, text, "</a> against it <a ")
	r.Citations[0].Stance = ""
	assert.NotContains(t, written(t, Run{Results: []*record.Result{r}}), sides)
}

func TestNoTextBecomesMarkup(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String())
		text := func() string { return draw.Draw(rt, "text") }
		result := sample(text)
		result.Citations[0].URL, result.Citations[0].OpenURL = text(), text()
		bad := written(rt, Run{Results: []*record.Result{result}, Note: text()})
		for _, tag := range []string{"<script", "<img", "<style", "<link", "<iframe", "<base", "<object"} {
			require.Equal(rt, map[string]int{"<style": 1}[tag], strings.Count(outsideText(bad), tag), tag)
		}
		require.NotContains(rt, bad, `href="javascript:`)
		require.NotContains(rt, bad, "ZgotmplZ", "a link that leads nowhere")
		require.Equal(rt, 1, strings.Count(bad, "</html>"))
	})
}

// outsideText drops what is escaped, so that what is left of a text is markup.
func outsideText(page string) string {
	var out strings.Builder
	in := false
	for _, r := range page {
		switch {
		case r == '<':
			in = true
		case r == '>':
			in = false
		}
		if in {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func TestEachQuestionHasAnAnchorOfItsOwn(t *testing.T) {
	results := []*record.Result{{ID: "a b"}, {ID: "a-b"}, {ID: "a/b"}}
	text := written(t, Run{Results: results})
	for _, want := range []string{`<article id="q-a-b">`, `<article id="q-a-b-2">`, `<article id="q-a-b-3">`, `href="#q-a-b-2"`, `id="all"`} {
		assert.Contains(t, text, want)
	}
}

func TestABarOfAnyNumbersIsASoundPicture(t *testing.T) {
	numbers := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), -math.MaxFloat64}))
	rapid.Check(t, func(rt *rapid.T) {
		svg := string(part(numbers.Draw(rt, "from"), numbers.Draw(rt, "to"), numbers.Draw(rt, "lo"), numbers.Draw(rt, "hi")))
		require.True(rt, strings.HasPrefix(svg, "<svg"))
		require.True(rt, strings.HasSuffix(strings.TrimSpace(svg), "</svg>"))
		require.NotContains(rt, svg, "NaN")
		require.NotContains(rt, svg, "Inf")
		require.NotContains(rt, svg, `width="-`)
		require.NotContains(rt, svg, "style=", "the page's policy forbids it")
	})
	assert.Contains(t, string(part(0.5, 0.2, 0, 1)), colorDown)
	assert.Contains(t, string(part(0.2, 0.5, 0, 1)), colorUp)
	assert.Contains(t, string(scale(0.5, 0, 1)), `<rect x="0.0" y="2.0" width="110.0"`)
}
