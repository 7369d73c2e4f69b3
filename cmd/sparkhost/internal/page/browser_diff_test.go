package page

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/internal/browser"
)

func TestThePageOfPolicyDiffShowsWhatThePoliciesMeanDifferently(t *testing.T) {
	ctx := browser.Start(t, 1200, 1000, 20*time.Second)
	at := &policy.Pos{File: strings.Repeat("long/", 20) + "p.policy.hcl", Line: 3}
	var html bytes.Buffer
	require.NoError(t, replay.NewReport(nil, nil).WriteHTML(&html, []plan.Change{
		{Path: "gate.floor.condition", Kind: "changed", Old: strings.Repeat("answer.confidence>=0.4&&", 30), New: "answer.confidence >= 0.6", OldAt: at, NewAt: at},
		{Path: "round.more", Kind: "added", Block: true, NewAt: at},
		{Path: "round.more.results", Kind: "added", New: "<img src=x>", NewAt: at},
	}))
	var top float64
	var cells []string
	var indent, plain string
	var pictures, broad int
	require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(serve(t, html.String())), chromedp.WaitReady("#policy"),
		chromedp.Click(`a[href="#policy"]`), chromedp.WaitReady("#policy:target"),
		chromedp.Evaluate(`document.querySelector('#policy').getBoundingClientRect().top`, &top),
		chromedp.Evaluate(`[...document.querySelectorAll('td.setting')].map(e => e.textContent)`, &cells),
		chromedp.Evaluate(`getComputedStyle(document.querySelectorAll('td.setting')[1]).paddingLeft`, &plain),
		chromedp.Evaluate(`getComputedStyle(document.querySelector('td.inside')).paddingLeft`, &indent),
		chromedp.Evaluate(`document.images.length`, &pictures),
		chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &broad),
	))
	assert.Less(t, top, 1000.0, "the link leads there")
	assert.Equal(t, []string{"gate.floor.condition", "round.more", "round.more.results"}, cells)
	assert.NotEqual(t, plain, indent, "what a block holds stands below it")
	assert.Zero(t, pictures)
	assert.Zero(t, broad, "the page is not wider than the window")
}
