package anthropic

import (
	"encoding/json"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWork(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		var m reply
		if json.Unmarshal([]byte(text), &m) == nil {
			_, _ = answer(m)
		}
	}, `{"model":"m","content":[{"type":"text","text":"a"},{"type":"thinking","text":"b"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}`)
}
