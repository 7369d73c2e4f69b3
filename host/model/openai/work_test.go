package openai

import (
	"encoding/json"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWork(f *testing.F) {
	w := &Wire{o: Options{Flavour: "compatible"}}
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		var c completion
		if json.Unmarshal([]byte(text), &c) == nil {
			_, _ = w.answer(c)
		}
	}, `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"<think>a</think> b","refusal":""}}],"usage":{"prompt_tokens":1,"completion_tokens":2.5,"prompt_tokens_details":{"cached_tokens":1}}}`)
}
