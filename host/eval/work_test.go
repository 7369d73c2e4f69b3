package eval

import (
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

func FuzzWorkOfQrels(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = ReadQrels(strings.NewReader(text)) }, "q# 0 d# 1\n", "1 0 d# 1\n2\tQ0\td\t-1\n\n")
}

func FuzzWorkOfRankings(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) { _, _ = ReadRankings(strings.NewReader(text)) }, "q# Q0 d# 1 0.5 x\n", "1 Q0 d# 1 0.5 x\n2\tQ0\td\t2\t1e3\tx\n\n")
}
