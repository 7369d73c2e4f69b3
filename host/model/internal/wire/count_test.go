package wire

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATokenCountIsAWholeNumberOrUnknown(t *testing.T) {
	for text, want := range map[string]Count{
		`12`: {12, true}, `12.0`: {12, true}, `1e3`: {1000, true}, `0`: {0, true}, `-4`: {-4, true}, `9007199254740993`: {9007199254740993, true},
		`1e30`: {math.MaxInt64, true}, `null`: {}, `"12"`: {}, `1.5`: {}, `{}`: {}, `true`: {},
	} {
		got := Count{7, true}
		require.NoError(t, json.Unmarshal([]byte(text), &got), text)
		assert.Equal(t, want, got, text)
	}
}

func TestAnAnswerIsAnObjectWhoseMistypedFieldsStayEmpty(t *testing.T) {
	var into struct{ Model, Text string }
	require.NoError(t, read([]byte(` {"model":7,"text":"said"}`), &into))
	assert.Equal(t, "said", into.Text)
	assert.Empty(t, into.Model)
	for _, body := range []string{"", "null", "[]", `"text"`, "{", "upstream failed"} {
		assert.Error(t, read([]byte(body), &into), body)
	}
}
