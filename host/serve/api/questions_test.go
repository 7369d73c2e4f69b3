package api

import (
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfQuestions(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = readQuestions(strings.NewReader(text), false, mostQuestions)
		_, _ = readQuestions(strings.NewReader(text), true, mostOfBatch)
	}, `{"id":"q#","question":"Which?","type":"multiple_choice","options":["a","b"]}`+"\n\n{\n")
}
