package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/serve/api"
)

// window opens a page in a window of its own; tabs of one window hide each other.
func (b *tab) window(url string) context.Context {
	b.t.Helper()
	var id target.ID
	b.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = target.CreateTarget(url).WithNewWindow(true).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	}))
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	b.t.Cleanup(cancel)
	require.NoError(b.t, chromedp.Run(ctx))
	return ctx
}

// A browser opens six connections to a service that speaks HTTP/1.1; a stream takes one for as long as it lasts.
func TestSevenWindowsOfAPersonWatchSevenRunsAndAnEighthPageLoads(t *testing.T) {
	b := browser(t)
	s := start(t, serve.Options{Config: config("standard"), Concurrency: 1})
	ctx, hangUp := context.WithCancel(t.Context())
	busy, err := http.NewRequestWithContext(ctx, "POST", s.url+"/v1/ask", strings.NewReader(batch("busy", 900)))
	require.NoError(t, err)
	busy.Header.Set("Content-Type", "application/jsonl")
	resp, err := s.client.Do(busy)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, resp.StatusCode)
	var list api.RunList
	var qs []any
	for i := range 7 {
		qs = append(qs, map[string]string{"id": fmt.Sprint("tab-", i), "type": "claim", "question": "Rapamycin inhibits mTORC1."})
	}
	s.post("/v1/runs", map[string]any{"questions": qs}, &list)
	var windows []context.Context
	for i, run := range list.Runs {
		w := b.window(s.url + "/runs/" + run.Run)
		within, cancel := context.WithTimeout(w, 20*time.Second)
		defer cancel()
		hidden := true
		require.NoError(t, chromedp.Run(within, chromedp.WaitReady("#live", chromedp.ByQuery), chromedp.Evaluate("document.hidden", &hidden)), "window %d", i)
		require.False(t, hidden, "window %d", i)
		windows = append(windows, w)
	}
	within, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	assert.NoError(t, chromedp.Run(within, chromedp.Navigate(s.url+"/"), chromedp.WaitVisible("#question", chromedp.ByQuery)), "the eighth page")
	hangUp()
	resp.Body.Close()
	for i, w := range windows {
		within, cancel := context.WithTimeout(w, 20*time.Second)
		assert.NoError(t, chromedp.Run(within, chromedp.WaitVisible(".verdict .answer", chromedp.ByQuery)), "window %d shows its answer", i)
		cancel()
	}
	b.clean(s.url)
}
