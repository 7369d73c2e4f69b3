package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestABodyOfVeryManyValuesIsRefused(t *testing.T) {
	assert.NoError(t, checked([]byte(`{"a":"`+strings.Repeat(",", 1<<20)+`"}`), 0), "a long text is one value")
	assert.ErrorIs(t, checked([]byte(strings.Repeat("[", maxValues+1)), 0), errTooMany)
	assert.NoError(t, checked([]byte(strings.Repeat("[", maxValues+1)), 2*maxValues), "a caller that keeps little of each may have more")
}

// FuzzWorkOfErrors holds the readers of what endpoints say to work that grows with it and not faster.
func FuzzWorkOfErrors(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		errorIn([]byte(text))
		_ = read([]byte(text), new(struct {
			Count Count `json:"count"`
		}))
		_ = checked([]byte(text), 0)
	}, `{"error":{"message":"m","type":"t","code":429,"status":"s"},"count":1.5}`, `[{"error":"x"},{"object":"error","message":"m"}]`, "{\"detail\":[1]}\n", "<html>\n")
}

// Each array was read anew for each that is around it: ten thousand of them around eight megabytes took hours.
func TestAnErrorWithinManyArraysIsReadOnce(t *testing.T) {
	doubling.Numbered(t, 500, func(n int) { errorIn([]byte(strings.Repeat("[", n) + `{"error":"x"}` + strings.Repeat("]", n))) })
	assert.Equal(t, "x", errorIn([]byte(`[{"error":"x"}]`)).Message)
}
