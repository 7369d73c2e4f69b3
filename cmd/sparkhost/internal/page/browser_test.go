package page

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/browser"
)

// serve offers a page on the loopback.
func serve(t *testing.T, html string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = bytes.NewBufferString(html).WriteTo(w)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func TestABrowserLoadsNothingButThePageAndKeepsToItsPolicy(t *testing.T) {
	ctx := browser.Start(t, 1200, 1000, 20*time.Second)
	i := 0
	results := []*record.Result{sample(func() string { i++; return hostile[i%len(hostile)] }), sample(func() string { return "plain" })}
	address := serve(t, written(t, Run{Results: results, Version: "0.1.0"}))
	var mu sync.Mutex
	var asked, complaints []string
	chromedp.ListenTarget(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			asked = append(asked, e.Request.URL)
		case *log.EventEntryAdded:
			complaints = append(complaints, e.Entry.Text)
		}
	})
	var font, hidden string
	var bars, broad int
	require.NoError(t, chromedp.Run(ctx, network.Enable(), log.Enable(), chromedp.Navigate(address), chromedp.WaitReady("article"),
		chromedp.Evaluate(`getComputedStyle(document.querySelector('td.n')).textAlign`, &font),
		chromedp.Evaluate(`getComputedStyle(document.body).display`, &hidden),
		chromedp.Evaluate(`[...document.querySelectorAll('svg.bar rect')].filter(r => r.getBoundingClientRect().width > 0).length`, &bars),
		chromedp.Evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &broad),
	))
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, "right", font, "the style is the one that the policy names")
	assert.Equal(t, "block", hidden, "no text brought a style")
	assert.Greater(t, bars, 10)
	assert.Zero(t, broad, "the page is not wider than the window")
	for _, url := range asked {
		assert.Contains(t, []string{address, address + "favicon.ico"}, url)
	}
	assert.NotEmpty(t, asked)
	for _, text := range complaints {
		assert.NotContains(t, text, "Content Security Policy")
	}
}

func TestAnAnchorLeadsToItsQuestion(t *testing.T) {
	ctx := browser.Start(t, 1200, 1000, 20*time.Second)
	var results []*record.Result
	for _, id := range []string{"first", "second", "third one"} {
		r := sample(func() string { return "plain" })
		r.ID = id
		results = append(results, r)
	}
	var top float64
	require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(serve(t, written(t, Run{Results: results}))), chromedp.WaitReady("#all"),
		chromedp.Click(`#all a[href="#q-third-one"]`), chromedp.WaitReady("article:target"),
		chromedp.Evaluate(`document.querySelector('article:target').getBoundingClientRect().top`, &top),
	))
	assert.Less(t, top, 800.0)
}
