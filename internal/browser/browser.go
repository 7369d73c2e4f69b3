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

// variable makes tests in a browser run, as .ci/run does. make test needs only Go, and takes equally long wherever it runs.
const variable = "SPARKHOST_REQUIRE_BROWSER"

// Start starts a browser with a window of that size and ends it with the test, at the latest after a time. The test is
// skipped unless SPARKHOST_REQUIRE_BROWSER is 1, and then fails without a browser.
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
	if os.Getenv(variable) != "1" {
		t.Skip("a page in a browser: runs in CI, or with " + variable + "=1")
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no browser: install chromium, as scripts/browser does")
	return ""
}
