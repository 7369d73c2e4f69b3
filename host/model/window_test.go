package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/model"
)

// pages is a request of n pages that can be left out down to one.
func pages(n int) model.Request {
	r := model.Request{Messages: []model.Message{{From: model.User, Text: strings.Repeat("page ", 100*n)}}, MaxOutput: 200}
	r.Smaller = func() (model.Request, bool) { return pages(n - 1), n > 1 }
	return r
}

func TestARequestIsCutUntilItFitsTheWindow(t *testing.T) {
	fitted, cut := model.Window{Context: 1500, Output: 50}.Fit(pages(6))
	assert.Equal(t, 50, fitted.MaxOutput, "no more than the model writes")
	assert.Equal(t, 3, cut)
	assert.Len(t, fitted.Messages[0].Text, 500*3)

	whole, cut := model.Window{}.Fit(pages(6))
	assert.Zero(t, cut, "of a model whose window is not known nothing is cut")
	assert.Equal(t, 200, whole.MaxOutput)

	tiny, cut := model.Window{Context: 10}.Fit(pages(3))
	assert.Equal(t, 2, cut, "one page stays")
	assert.Len(t, tiny.Messages[0].Text, 500)
}

func TestALongerAnswerStaysWithinTheWindow(t *testing.T) {
	for _, tt := range []struct {
		window model.Window
		want   int
		more   bool
	}{
		{model.Window{}, 800, true}, {model.Window{Output: 300}, 300, true}, {model.Window{Output: 200}, 200, false},
	} {
		longer, more := tt.window.Longer(pages(1))
		assert.Equal(t, tt.want, longer.MaxOutput)
		assert.Equal(t, tt.more, more)
	}
	_, more := model.Window{Context: 900}.Longer(pages(1))
	assert.False(t, more, "there is no room left beside what is read")
}
