package site_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/browser"
	"github.com/sparkhost/sparkhost/internal/site"
)

func TestTheSearchFindsPagesByAllWordsWithoutAServer(t *testing.T) {
	ctx := browser.Start(t, 1200, 900, time.Minute)
	out := t.TempDir()
	require.NoError(t, site.Build("../../docs", out, site.Contents))
	found := func(words string) (links []string) {
		require.NoError(t, chromedp.Run(ctx, chromedp.Navigate("file://"+filepath.Join(out, "index.html")), chromedp.WaitReady("#search"),
			chromedp.SendKeys("#search", words),
			chromedp.Evaluate(`[...document.querySelectorAll('#found a')].map(a => a.getAttribute('href'))`, &links)))
		return links
	}
	assert.Contains(t, found("require_signature"), "signing.html")
	assert.Equal(t, "plugin-authors.html", found("for plugin authors")[0], "titles come first")
	assert.Empty(t, found("require_signature nosuchword"), "every word counts")
	require.NoError(t, chromedp.Run(ctx, chromedp.SendKeys("#search", "\b\b\b\b\b\b\b\b\b\b\b"), chromedp.Click(`#found a[href="signing.html"]`), chromedp.WaitReady(`a[aria-current][href="signing.html"]`)))
}
