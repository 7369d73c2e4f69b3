package serve_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/serve"
)

// recorded starts a service that has answered the first questions of the quick start.
func recorded(t *testing.T, n int) *service {
	s := start(t, serve.Options{Config: config("standard")})
	_, _, body := s.do("POST", "/v1/ask", "application/jsonl", strings.Join(stringsOf(lines(t)[:n]), "\n"))
	require.Equal(t, n, strings.Count(string(body), `"verdict"`))
	return s
}

func TestAPersonGoesFromATermOfTheSumToItsLineInThePolicy(t *testing.T) {
	b := browser(t)
	s := recorded(t, 1)
	b.do(chromedp.Navigate(s.url+"/"), chromedp.WaitVisible(".runs a", chromedp.ByQuery), chromedp.Click(".runs a", chromedp.ByQuery),
		chromedp.WaitVisible("table.sum", chromedp.ByQuery))
	link := "table.sum td a"
	place := b.text(link) // FILE:LINE
	var term string
	b.do(chromedp.Text("table.sum tr:has(td a) th", &term, chromedp.ByQuery))
	b.do(chromedp.Click(link, chromedp.ByQuery), chromedp.WaitVisible("li:target", chromedp.ByQuery),
		chromedp.Poll(`(i => i.complete)(document.querySelector('.graph img'))`, nil))
	_, number, ok := strings.Cut(place, ":")
	require.True(t, ok, place)
	var shown struct {
		ID                  string
		Number              int
		Inside              bool
		Top, Height, Scroll float64
	}
	b.do(chromedp.Evaluate(`(() => { const li = document.querySelector('li:target'), at = li.getBoundingClientRect();
		return {id: li.id, number: [...li.parentElement.children].indexOf(li) + 1, inside: at.top >= 0 && at.bottom <= innerHeight, top: at.top, height: innerHeight, scroll: scrollY}; })()`, &shown))
	assert.Equal(t, number, strconv.Itoa(shown.Number), "of term %q", term)
	assert.True(t, shown.Inside, "the line is scrolled to: %+v", shown)
	var texts string
	b.do(chromedp.Text("li:target", &texts, chromedp.ByQuery))
	assert.Contains(t, texts, "weight", "the line gives the term its weight")
	b.keep("term-line")
	b.clean(s.url)
}

func TestAPersonMovesASliderAndSeesTheFlipsWhileItMoves(t *testing.T) {
	b := browser(t)
	s := recorded(t, 30)
	b.do(chromedp.Navigate(s.url+"/what-if?policy=standard"), chromedp.WaitVisible("#knobs input[type=range]", chromedp.ByQuery))
	assert.Contains(t, b.text("#summary"), "0 of 30 answers flip", "nothing was moved yet")
	slider := `#knobs input[name="var.min_confidence"]`
	move := func(to string) {
		b.do(chromedp.Evaluate(`(() => { const s = document.querySelector('`+slider+`'); s.value = `+to+`; s.dispatchEvent(new Event('input', {bubbles: true})); })()`, nil))
	}
	move("s.max")
	b.do(chromedp.WaitVisible("#changes li", chromedp.ByQuery))
	flips, _, _ := strings.Cut(b.text("#summary"), " ")
	n, err := strconv.Atoi(flips)
	require.NoError(t, err)
	assert.Positive(t, n)
	var listed int
	b.do(chromedp.Evaluate(`document.querySelectorAll('#changes li').length`, &listed))
	assert.Equal(t, n, listed)
	b.keep("what-if-moved")
	move("s.dataset.default")
	b.do(chromedp.WaitNotPresent("#changes li", chromedp.ByQuery))
	assert.Contains(t, b.text("#summary"), "0 of 30 answers flip", "back where it was")
	b.do(chromedp.Focus(slider, chromedp.ByQuery), chromedp.KeyEvent("\ue012"))
	b.clean(s.url)
}

func TestAPersonComparesTwoPolicies(t *testing.T) {
	b := browser(t)
	s := recorded(t, 30)
	b.do(chromedp.Navigate(s.url+"/compare"), chromedp.WaitVisible("#new", chromedp.ByQuery))
	b.do(chromedp.SetValue("#old", "standard", chromedp.ByQuery), chromedp.SetValue("#new", "baseline", chromedp.ByQuery),
		chromedp.Click(`form[action="/compare"] button`, chromedp.ByQuery), chromedp.WaitVisible(".figures", chromedp.ByQuery))
	b.keep("compare")
	figures := strings.Fields(strings.ReplaceAll(b.text(".figures"), "\n", " "))
	total := 0
	for _, word := range figures {
		if n, err := strconv.Atoi(word); err == nil {
			total += n
		}
	}
	assert.GreaterOrEqual(t, total, 30, "every run is counted: %v", figures)
	var rows int
	b.do(chromedp.Evaluate(`document.querySelectorAll('main table tbody tr').length`, &rows))
	assert.Positive(t, rows, "settings that differ")
	b.do(chromedp.Navigate(s.url+"/policies/standard"), chromedp.WaitVisible(".graph img", chromedp.ByQuery))
	var loaded bool
	b.do(chromedp.Evaluate(`(i => i.complete && i.naturalWidth > 0)(document.querySelector('.graph img'))`, &loaded))
	assert.True(t, loaded, "the graph is a picture")
	b.keep("policy")
	b.clean(s.url)
}
