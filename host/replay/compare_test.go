package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	htmlpkg "html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
)

// decided is a decision for option label with these conditions.
func decided(label string, confidence float64, conditions ...record.Condition) *record.Decision {
	r := &record.Result{Run: "r", ID: "q", Question: "Is it?", Verdict: record.VerdictAnswered, Confidence: confidence}
	if label == "" {
		r.Verdict = record.VerdictAbstained
	} else {
		r.Answer = &record.AnswerText{Label: label, Text: "option " + label}
	}
	return &record.Decision{Result: r, Conditions: conditions}
}

func asked(where, text, result string, value float64) record.Condition {
	return record.Condition{
		Where: where, Text: text, Result: result, File: "p.policy.hcl", Line: 3,
		Values: []record.ConditionValue{{Path: "answer.confidence", Value: value}},
	}
}

func options(chosen string, terms map[string]map[string]float64) []record.Option {
	var out []record.Option
	for _, label := range []string{"A", "B"} {
		out = append(out, record.Option{Label: label, Terms: terms[label], Chosen: label == chosen})
	}
	return out
}

func TestEqualSidesHaveNoCause(t *testing.T) {
	c := Compare(decided("A", 0.5, asked("gate.g", "x > 1", "true", 1)), decided("A", 0.5, asked("gate.g", "x > 2", "false", 1)))
	assert.True(t, c.Same())
	assert.Empty(t, c.Causes)
}

func TestAGateThatCameOutOtherwiseFlips(t *testing.T) {
	c := Compare(
		decided("A", 0.5, asked("gate.sure", "answer.confidence >= 0.4", "true", 0.5)),
		decided("", 0.5, asked("gate.sure", "answer.confidence >= 0.6", "false", 0.5)))
	require.True(t, c.Flipped)
	require.Len(t, c.Causes, 1)
	assert.Equal(t, Cause{
		Kind: KindCondition, Where: "gate.sure", File: "p.policy.hcl", Line: 3,
		Old: "answer.confidence >= 0.4 is true (answer.confidence = 0.5)", New: "answer.confidence >= 0.6 is false (answer.confidence = 0.5)",
	}, c.Causes[0])
	assert.Equal(t, &c.Causes[0], c.Decisive())
}

func TestAConditionIsComparedWithTheSameTurnOfItself(t *testing.T) {
	before := decided("A", 0.5, asked("falsify.draft.when", "x", "true", 1), asked("falsify.draft.when", "x", "false", 1))
	after := decided("B", 0.5, asked("falsify.draft.when", "x", "true", 1), asked("falsify.draft.when", "x", "true", 2))
	causes := Compare(before, after).Causes
	require.Len(t, causes, 1)
	assert.Contains(t, causes[0].New, "= 2")
}

func TestAGateThatOnlyTheOtherPolicyHasIsACauseIfItSaysNo(t *testing.T) {
	causes := Compare(decided("A", 0.5), decided("", 0.5, asked("gate.new", "x", "false", 1), asked("gate.fine", "x", "true", 1))).Causes
	require.Len(t, causes, 1)
	assert.Equal(t, "gate.new", causes[0].Where)
	assert.Equal(t, "not asked", causes[0].Old)
}

func TestAGateThatOnlyTheFirstPolicyHasIsACauseIfItSaidNo(t *testing.T) {
	c := Compare(decided("", 0.5, asked("gate.old", "x", "false", 1), asked("gate.fine", "x", "true", 1)), decided("A", 0.5))
	require.Len(t, c.Causes, 1)
	assert.Equal(t, Cause{Kind: KindCondition, Where: "gate.old", Old: "x is false (answer.confidence = 1)", New: "not asked", File: "p.policy.hcl", Line: 3}, c.Causes[0])
	assert.Equal(t, &c.Causes[0], c.Decisive())
}

func TestTheTermThatGainedMostForTheNewChoiceMovedIt(t *testing.T) {
	before, after := decided("A", 0.5), decided("B", 0.5)
	before.Options = options("A", map[string]map[string]float64{"A": {"lexical": 1, "stance": 0.5}, "B": {"lexical": 0.9, "stance": 0.4}})
	after.Options = options("B", map[string]map[string]float64{"A": {"lexical": 1, "stance": 0.5}, "B": {"lexical": 0.9, "stance": 2}})
	c := Compare(before, after)
	require.Len(t, c.Causes, 1)
	assert.Equal(t, "options.stance", c.Causes[0].Where)
	assert.Equal(t, "stance gives B -0.1000 against A", c.Causes[0].Old)
	assert.Equal(t, "stance gives B +1.5000 against A", c.Causes[0].New)
	assert.Equal(t, KindOption, c.Decisive().Kind)
}

func TestTheTermThatMovedTheConfidenceMostIsNamedWithItsLine(t *testing.T) {
	value := 0.5
	before, after := decided("A", 0.6), decided("A", 0.4)
	before.Result.Calibration = record.CalibrationSum{Base: 0.5, Terms: []record.TermResult{{Name: "up", Delta: 0.1}, {Name: "down", Delta: 0}}}
	after.Result.Calibration = record.CalibrationSum{Base: 0.5, Terms: []record.TermResult{
		{Name: "up", Delta: 0.09}, {Name: "down", Feature: "falsify.draft.score", Value: &value, Weight: -0.38, Delta: -0.19},
	}}
	after.Calibrations = []record.Calibration{{Terms: []record.CalibrationTerm{{Name: "down", File: "p.policy.hcl", Line: 9}}}}
	causes := Compare(before, after).Causes
	require.Len(t, causes, 1)
	assert.Equal(t, Cause{Kind: KindTerm, Where: "calibrate.down", Old: "+0.0000", New: "-0.1900 (-0.38 × falsify.draft.score = 0.5)", File: "p.policy.hcl", Line: 9}, causes[0])
}

func TestTheFirstRoundThatWentOtherwiseIsACause(t *testing.T) {
	before, after := decided("A", 0.6), decided("B", 0.4)
	before.Rounds = []record.Round{{Name: "one", Ran: true, Queries: 2}, {Name: "two", Ran: true}}
	after.Rounds = []record.Round{{Name: "one", Ran: true, Queries: 2, StopReason: "adaptive: enough"}, {Name: "two", SkippedReason: "adaptive"}}
	causes := Compare(before, after).Causes
	require.Len(t, causes, 1)
	assert.Equal(t, "one", causes[0].Where)
	assert.Contains(t, causes[0].New, "adaptive: enough")
}

// sample is a report of one change of each sort.
func sample() *Report {
	r := NewReport(&record.Named{Name: "old", Digest: "d0"}, &record.Named{Name: "new", Digest: "d1"})
	r.Add(Compare(decided("A", 0.5), decided("A", 0.5)))
	r.Add(Compare(decided("A", 0.5), decided("A", 0.6)))
	flip := Compare(decided("A", 0.5, asked("gate.g", "x", "true", 1)), decided("", 0.3, asked("gate.g", "x", "false", 1)))
	flip.ID, flip.Question = "<script>alert(1)</script>", `"><img src=x onerror=alert(2)>`
	r.Add(flip)
	r.Add(Change{Run: "n", ID: "needy", Need: &host.Need{Round: "gap", Source: "local", Query: "what \x1b[31mnot"}})
	r.Add(Change{Run: "u", Error: "it was cut off"})
	return r
}

func TestAReportAddsUp(t *testing.T) {
	s := sample().Summary
	assert.Equal(t, []int{5, 1, 1, 1, 1, 1}, []int{s.Records, s.Same, s.Moved, s.Flipped, s.Need, s.Undecided})
	assert.Equal(t, []int{1, 1}, []int{s.Up, s.Down})
	assert.InDelta(t, (0.1-0.2)/3, s.MeanMove, 1e-12)
	assert.Equal(t, []CauseSum{{KindCondition, "gate.g", 1}}, s.Causes)
	assert.Equal(t, []Crossover{{record.VerdictAnswered, record.VerdictAbstained, 1}, {record.VerdictAnswered, record.VerdictAnswered, 2}}, s.Verdicts)
	assert.False(t, s.Complete())
	assert.False(t, (&Summary{}).Complete(), "nothing is no success")
}

func TestTheTextListsWhatChangedOrAllAndNoControlCharacters(t *testing.T) {
	var some, all bytes.Buffer
	require.NoError(t, sample().WriteText(&some, false))
	require.NoError(t, sample().WriteText(&all, true))
	assert.Equal(t, 2, strings.Count(all.String(), "\n")-strings.Count(some.String(), "\n"), "the two that did not flip")
	assert.NotContains(t, all.String(), "\x1b")
	assert.Contains(t, some.String(), "needs evidence: round gap asks local for")
	assert.Contains(t, some.String(), "cannot be decided: it was cut off")
	assert.Contains(t, some.String(), "5 records: 1 the same, 1 with another confidence only, 1 flipped, 1 need evidence that was never fetched, 1 cannot be decided")
}

func TestThePageEscapesHostileTextAndNeedsNothingElse(t *testing.T) {
	var page bytes.Buffer
	require.NoError(t, sample().WriteHTML(&page, nil))
	html := page.String()
	for _, bad := range []string{"<script", "<img", "http:", "https:", "url(", "@import", "onerror=alert(2)>\n"} {
		assert.NotContains(t, html, bad)
	}
	assert.Contains(t, html, "&lt;script&gt;alert(1)")
	assert.Contains(t, html, `<a href="#r2">`)
	_, style, _ := strings.Cut(html, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	hash := sha256.Sum256([]byte(style))
	assert.Contains(t, htmlpkg.UnescapeString(html), "style-src 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'", "a browser accepts the style that stands in the page")
	assert.Contains(t, html, `<article id="r2">`)
	var empty bytes.Buffer
	require.NoError(t, NewReport(nil, nil).WriteHTML(&empty, []plan.Change{}))
	assert.Contains(t, empty.String(), "No answer and no verdict changes")
	assert.Contains(t, empty.String(), "Nothing: they differ in their wording at most")
	assert.NotContains(t, html, "What the policies mean differently", "they were not compared")
}

func TestThePageListsWhatThePoliciesMeanDifferently(t *testing.T) {
	at := func(line int) *policy.Pos { return &policy.Pos{File: "p.policy.hcl", Line: line} }
	var page bytes.Buffer
	require.NoError(t, sample().WriteHTML(&page, []plan.Change{
		{Path: "gate.floor.condition", Kind: "changed", Old: "answer.confidence >= 0.4", New: "answer.confidence >= 0.6", OldAt: at(3), NewAt: at(4)},
		{Path: "round.more", Kind: "added", Block: true, NewAt: at(9)},
		{Path: "round.more.results", Kind: "added", New: "<b>9</b>", NewAt: at(10)},
		{Path: "select.max_documents", Kind: "removed", Old: "12", OldAt: at(20)},
	}))
	rows := regexp.MustCompile(`<tr><td class="setting[^>]*>.*</tr>`).FindAllString(page.String(), -1)
	assert.Equal(t, []string{
		`<tr><td class="setting">gate.floor.condition</td><td class="muted">changed</td><td class="side old">answer.confidence &gt;= 0.4</td><td class="side new">answer.confidence &gt;= 0.6</td><td class="muted">p.policy.hcl:3 → p.policy.hcl:4</td></tr>`,
		`<tr><td class="setting">round.more</td><td class="muted">added</td><td class="side old"></td><td class="side new"></td><td class="muted">p.policy.hcl:9</td></tr>`,
		`<tr><td class="setting inside">round.more.results</td><td class="muted">added</td><td class="side old"></td><td class="side new">&lt;b&gt;9&lt;/b&gt;</td><td class="muted">p.policy.hcl:10</td></tr>`,
		`<tr><td class="setting">select.max_documents</td><td class="muted">removed</td><td class="side old">12</td><td class="side new"></td><td class="muted">p.policy.hcl:20</td></tr>`,
	}, rows)
}
