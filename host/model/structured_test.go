package model

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// listSchema wants an object with a list of texts.
const listSchema = `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","minLength":1}}},"required":["a"],"additionalProperties":false}`

func TestTheTextOfAnAnswerIsBounded(t *testing.T) {
	want, err := compiled(json.RawMessage(listSchema))
	require.NoError(t, err)
	text := func(values int) string { return `{"a":["x"` + strings.Repeat(`,"x"`, values) + `]}` }
	raw, problems := want.accept(text(10_000))
	assert.NotEmpty(t, raw)
	assert.Empty(t, problems)
	for _, s := range []*schema{want, nil} {
		_, problems = s.accept(text(100_000))
		assert.Equal(t, []string{"the answer has over 256 KiB"}, problems)
	}
}

func FuzzWorkOfAnswers(f *testing.F) {
	want, err := compiled(json.RawMessage(listSchema))
	require.NoError(f, err)
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = want.accept(text) },
		`{"a":["x","y"]}`, `{"a":[1,"",{}],"b#":2}`, "Here it is:\n```json\n{\"a\":[\"x#\"]}\n```", `{"a":`, "{}{}", "```{")
}
