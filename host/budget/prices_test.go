package budget

import (
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfPrices(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = ParsePrices([]byte(text)) },
		`{"brave":5000,"source #":1}`, `{"a":-1,"b#":-2}`, `{"a":[{"b":[]}]}`)
}
