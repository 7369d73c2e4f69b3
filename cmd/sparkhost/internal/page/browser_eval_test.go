package page

import (
	"bytes"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/report"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/browser"
)

func TestThePageOfEvalReportDrawsItsPlotsAndOpensItsFlips(t *testing.T) {
	ctx := browser.Start(t, 1200, 1000, 20*time.Second)
	k := compare.Key{ID: "q1"}
	questions := map[compare.Key]*compare.Question{k: {Question: &evidence.Question{ID: "q1", Question: "Is it?", Type: evidence.TypeMultipleChoice, Answer: "A"}}}
	var sides []*compare.Sample
	for _, label := range []string{"A", "B"} {
		sides = append(sides, &compare.Sample{Name: "side " + label, Results: map[compare.Key]*record.Result{k: {
			ID: "q1", Question: "Is it?", Verdict: record.VerdictAnswered, Answer: &record.AnswerText{Label: label, Text: label}, Confidence: 0.7,
		}}})
	}
	c, err := compare.Compare(questions, sides[0], sides[1], compare.Options{Draws: 100})
	require.NoError(t, err)
	var html bytes.Buffer
	require.NoError(t, report.Build(questions, sides, []*compare.Report{c}, compare.Options{}, nil).WriteHTML(&html))
	var plots, dots, images, requests, broad int
	var opened, shut bool
	var colour string
	require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(serve(t, html.String())), chromedp.WaitReady("#plots"),
		chromedp.Evaluate(`document.querySelectorAll('figure svg').length`, &plots),
		chromedp.Evaluate(`[...document.querySelectorAll('circle.dot')].filter(e => e.getBoundingClientRect().width > 0).length`, &dots),
		chromedp.Evaluate(`getComputedStyle(document.querySelector('circle.dot.s0')).fill`, &colour),
		chromedp.Evaluate(`document.querySelector('details').open`, &shut),
		chromedp.Click(`details > summary`, chromedp.ByQuery),
		chromedp.Evaluate(`document.querySelector('details').open`, &opened),
		chromedp.Evaluate(`document.images.length`, &images),
		chromedp.Evaluate(`performance.getEntriesByType('resource').filter(e => !e.name.endsWith('favicon.ico')).length`, &requests),
		chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &broad),
	))
	assert.Equal(t, 5, plots, "differences, risk, cost and two reliability diagrams")
	assert.Greater(t, dots, 5)
	assert.Equal(t, "rgb(31, 78, 150)", colour, "the style is applied under the page's own policy")
	assert.False(t, shut)
	assert.True(t, opened)
	assert.Zero(t, images)
	assert.Zero(t, requests, "the page asks nobody for anything")
	assert.Zero(t, broad, "the page is not wider than the window")
}
