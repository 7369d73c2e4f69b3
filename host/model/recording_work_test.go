package model

import (
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfRecordings(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		rec, ok := parseRecording([]byte(text), "k")
		switch {
		case !ok:
		case rec.Error != nil:
			_ = rec.Error.again("judge", "local").Error()
		default:
			_ = rec.Reply.reply()
		}
	}, `{"version":1,"key":"k","request":{"purpose":"judge","messages":[{"role":"user","content":"a#"}],"max_output":5},"reply":{"text":"b#"}}`,
		`{"version":1,"key":"k","request":{"messages":[]},"error":{"kind":"schema","detail":"c","problems":["p#","q"]}}`)
}
