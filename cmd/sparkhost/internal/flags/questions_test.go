package flags

import (
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfQuestions(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _, _ = ParseQuestions("q.jsonl", strings.NewReader(text)) },
		`{"id":"q#","question":"Which?","type":"multiple_choice","options":["a","b"],"answer":"A","meta":{"k":[1]}}`+"\n\n{\n")
}
