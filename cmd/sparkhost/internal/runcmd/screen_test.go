package runcmd

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

func sampled() *record.Result {
	return &record.Result{
		ID: "q", Question: strings.Repeat("zinc and colds ", 10), Verdict: "answered", Answer: &record.AnswerText{Text: "yes"}, Confidence: 0.5,
		Citations: []record.Citation{{Quote: strings.Repeat("Zinc shortens colds. ", 9), Title: "Zinc", Doc: "d", Source: "s",
			Reference: record.Reference{OpenURL: "https://example.org/" + strings.Repeat("a", 90)}}},
		UncertaintyReasons: []string{"few_works"},
	}
}

func TestOnATerminalLinesBreakBetweenWords(t *testing.T) {
	var whole, folded bytes.Buffer
	require.NoError(t, writeText(&whole, sampled()))
	require.NoError(t, writeText(&screen{w: &folded, width: 80}, sampled()))
	assert.Equal(t, strings.Fields(whole.String()), strings.Fields(folded.String()), "no word is cut")
	for line := range strings.Lines(folded.String()) {
		if strings.Contains(strings.TrimSpace(line), " ") {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
		}
	}
	assert.Same(t, &whole, screenOf(&whole), "elsewhere lines stay as they are")
}

func TestADisputeIsForAndAgainstWhatTheQuestionClaims(t *testing.T) {
	r := sampled()
	r.Disputed = &record.Dispute{For: []int{0}, Against: []int{1, 2}}
	var b bytes.Buffer
	require.NoError(t, writeText(&b, r))
	assert.Contains(t, b.String(), "  disputed    for what the question claims [1], against it [2] [3]\n")
}

func TestAnswersAreColouredAsDiagnosticsAre(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, writeText(&screen{w: &b, width: 80, color: true}, sampled()))
	assert.Contains(t, b.String(), "\x1b[1m  answer      yes\x1b[0m\n")
	assert.Contains(t, b.String(), "\x1b[33m  caution     few_works\x1b[0m\n")
	assert.Equal(t, 2, strings.Count(b.String(), "\x1b[0m"))
}

func TestARunOfSeveralQuestionsIsSummedUp(t *testing.T) {
	var sum tally
	for _, v := range []record.Verdict{"answered", "abstained", "answered"} {
		sum.add(&record.Result{Verdict: v, Budget: record.BudgetResult{CostUSD: 0.25, Searches: 4}})
	}
	assert.Equal(t, "3 questions, 1 abstained, 2 answered; 0.750 USD, 12 searches", sum.String())
	var b bytes.Buffer
	sum.show(&b)
	assert.Empty(t, b.String(), "nobody looks there")
}
