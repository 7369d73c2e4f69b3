package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func TestValuesAreCountedOutsideOfStrings(t *testing.T) {
	tests := map[string]int{``: 0, `null`: 0, `{"a":1}`: 2, `{"a":[1,2]}`: 4, `"{[,:"`: 0, `"\\\",,"`: 0, `["\\",1]`: 2}
	for text, want := range tests {
		assert.Equal(t, want, values([]byte(text)), text)
	}
	assert.NoError(t, checked([]byte(`{"a":"`+strings.Repeat(",", 1<<20)+`"}`), 0), "a long text is one value")
	assert.ErrorIs(t, checked([]byte(strings.Repeat("[", maxValues+1)), 0), errTooMany)
	assert.NoError(t, checked([]byte(strings.Repeat("[", maxValues+1)), 2*maxValues), "a caller that keeps little of each may have more")
}

// What is decoded has at most as many values as were counted, and one.
func FuzzValues(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c\\\"d"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		if json.Unmarshal(text, &v) == nil {
			assert.LessOrEqual(t, nodes(v), values(text)+1)
		}
	})
}

func nodes(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, each := range v {
			n += nodes(each)
		}
	case map[string]any:
		for _, each := range v {
			n += nodes(each)
		}
	}
	return n
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
