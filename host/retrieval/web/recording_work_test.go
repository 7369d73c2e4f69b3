package web

import (
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfRecordings(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = parseRecording([]byte(text), "GET /a") },
		`{"provider":"arxiv","op":"search","request":"GET /a","class":"ok","body":"{\"a\":[\"b#\"]}"}`,
		`{"provider":"arxiv","request":"GET /a","class":"unavailable","status":503,"detail":"down #"}`)
}
