package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	chrome "github.com/sparkhost/sparkhost/internal/browser"
)

// A tab is a page of a real browser, with what it asked for and complained of.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu         sync.Mutex
	asked      []string
	complaints []string
}

// browser starts one, or skips the test where there is none.
func browser(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	ctx := chrome.Start(t, 1200, 900, 3*time.Minute)
	b := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			b.asked = append(b.asked, e.Request.URL)
		case *log.EventEntryAdded:
			b.complaints = append(b.complaints, e.Entry.Text)
		}
	})
	b.do(network.Enable(), log.Enable())
	return b
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Run(b.ctx, actions...))
}

// text is that of an element.
func (b *tab) text(selector string) (text string) {
	b.t.Helper()
	b.do(chromedp.Text(selector, &text, chromedp.ByQuery))
	return text
}

// keep takes a picture of the whole page for SPARKHOST_SCREENSHOTS, holds the page against axe-core where SPARKHOST_AXE names its file, and looks for
// a page that is wider than its window.
func (b *tab) keep(name string) {
	b.t.Helper()
	if dir := os.Getenv("SPARKHOST_SCREENSHOTS"); dir != "" {
		var png []byte
		b.do(chromedp.FullScreenshot(&png, 100))
		require.NoError(b.t, os.MkdirAll(dir, 0o755))
		require.NoError(b.t, writeFile(filepath.Join(dir, name+".png"), png))
	}
	var broad int
	b.do(chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &broad))
	assert.LessOrEqual(b.t, broad, 0, "%s is wider than the window", name)
	path := os.Getenv("SPARKHOST_AXE")
	if path == "" {
		b.t.Log("SPARKHOST_AXE names no axe.min.js: the page is not checked for accessibility")
		return
	}
	script, err := os.ReadFile(path)
	require.NoError(b.t, err)
	var found []struct {
		ID, Impact string
		Nodes      []struct {
			HTML           string `json:"html"`
			FailureSummary string `json:"failureSummary"`
		}
	}
	await := func(p *runtimeParams) *runtimeParams { return p.WithAwaitPromise(true) }
	b.do(chromedp.Evaluate(string(script)+";0", nil), chromedp.Evaluate(`axe.run({preload: false, resultTypes: ['violations']}).then(r => r.violations)`, &found, await))
	for _, v := range found {
		if v.Impact == "serious" || v.Impact == "critical" {
			assert.Fail(b.t, "axe: "+v.ID, "%s: %v", name, v.Nodes)
		}
	}
}

// clean holds what the browser did against what it may.
func (b *tab) clean(service string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.NotEmpty(b.t, b.asked)
	for _, url := range b.asked {
		assert.True(b.t, strings.HasPrefix(url, service+"/"), "asked elsewhere: %s", url)
	}
	for _, text := range b.complaints {
		assert.NotContains(b.t, text, "Content Security Policy")
	}
}

func TestAPersonAsksAndReadsTheAnswerWithItsQuotes(t *testing.T) {
	b := browser(t)
	s := start(t, serve.Options{Config: config("standard")})
	_, _, body := s.do("POST", "/v1/ask", "application/jsonl", strings.Join(stringsOf(lines(t)[:60]), "\n"))
	require.NotEmpty(t, body)
	b.do(chromedp.Navigate(s.url+"/"), chromedp.WaitVisible("#question", chromedp.ByQuery))
	b.keep("home")
	b.do(chromedp.SendKeys("#question", "Rapamycin inhibits mTORC1.", chromedp.ByQuery), chromedp.Click(".ask button", chromedp.ByQuery), chromedp.WaitVisible(".verdict .answer", chromedp.ByQuery))
	assert.Contains(t, b.text(".verdict .label"), "Answered", "after the live view came the answer")
	assert.NotEmpty(t, b.text("blockquote mark"), "quotes are marked")
	b.keep("answer")
	b.clean(s.url)
}

func TestTheLiveViewTellsRoundsAsTheyHappen(t *testing.T) {
	b := browser(t)
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 1})
	busy := make(chan struct{})
	go func() { defer close(busy); ask(s, batch("busy", 40)) }()
	require.Eventually(t, func() bool {
		_, _, body := s.do("GET", "/v1/runs", "", "")
		return strings.Contains(string(body), "queued")
	}, time.Minute, time.Millisecond)
	events := begun(t, s, "watched")
	id := strings.Split(strings.TrimPrefix(events, s.url), "/")[3]
	b.do(chromedp.Navigate(s.url+"/runs/"+id), chromedp.WaitVisible("main", chromedp.ByQuery))
	b.do(chromedp.WaitVisible(".verdict .answer", chromedp.ByQuery)) // the live view reloads at the end
	<-busy
	b.clean(s.url)
	b.mu.Lock()
	defer b.mu.Unlock()
	streams := 0
	for _, url := range b.asked {
		if strings.Contains(url, "/events?") {
			streams++
		}
	}
	assert.Equal(t, 1, streams)
}

func TestThePageFitsAPhoneAndTheDark(t *testing.T) {
	b := browser(t)
	s := start(t, serve.Options{Config: config("standard")})
	disputed := `{"id":"d","type":"claim","question":"Beta-carotene supplements reduce the risk of lung cancer in smokers."}`
	_, _, body := s.do("POST", "/v1/ask", "application/json", disputed)
	var res struct{ Run string }
	require.NoError(t, json.Unmarshal(body, &res))
	b.do(emulation.SetDeviceMetricsOverride(390, 844, 2, true),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	for i, path := range []string{"/", "/runs/" + res.Run, "/what-if", "/policies/standard", "/health"} {
		b.do(chromedp.Navigate(s.url+path), chromedp.WaitVisible("main", chromedp.ByQuery))
		b.keep(fmt.Sprintf("phone-dark-%d", i))
	}
	b.clean(s.url)
}

func TestThePageReadsWithoutScripts(t *testing.T) {
	b := browser(t)
	s := start(t, serve.Options{Config: config("standard")})
	b.do(emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(s.url+"/"), chromedp.WaitVisible("#question", chromedp.ByQuery))
	b.do(chromedp.SendKeys("#question", "Rapamycin inhibits mTORC1.", chromedp.ByQuery), chromedp.Click(".ask button", chromedp.ByQuery), chromedp.WaitVisible(".verdict .answer", chromedp.ByQuery))
	assert.Contains(t, b.text("main"), "confidence.policy.hcl:")
	status, _, body := s.do("GET", "/what-if?policy=standard&var.min_confidence=0.99", "", "")
	assert.Equal(t, 200, status)
	assert.Regexp(t, `<b>1</b> of 1 answers flip`, string(body))
	b.clean(s.url)
}
