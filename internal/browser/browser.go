// Package browser starts a real browser for tests of pages.
package browser

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// names lists programs that chromedp can drive, the preferred one first.
var names = []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"}

// Start starts a browser with a window of that size and ends it with the test, at the latest after a time. Without a
// browser it skips the test, or fails it if SPARKHOST_REQUIRE_BROWSER is 1.
func Start(t testing.TB, width, height int, atMost time.Duration) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program(t)), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, atMost)
	t.Cleanup(cancel)
	return ctx
}

func program(t testing.TB) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("SPARKHOST_REQUIRE_BROWSER") == "1" {
		t.Fatal("a browser is required but missing: install chromium")
	}
	t.Skip("no browser: install chromium to see the page in one")
	return ""
}
