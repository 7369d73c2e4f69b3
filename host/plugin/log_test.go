package plugin

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestTheLogKeepsItsEndAndTheAnnouncement(t *testing.T) {
	tests := []struct {
		name   string
		writes []string
		want   string
	}{
		{"a short text is kept whole", []string{"one\n", "two\n"}, "one\ntwo\n"},
		{"a long text loses its beginning", []string{"0123456789", "abcdefghijklmnop"}, "…6789abcdefghijklmnop"},
		{"one write over the limit loses its beginning", []string{strings.Repeat("x", 30) + "end"}, "…" + strings.Repeat("x", 17) + "end"},
		{"a write of exactly the limit after another", []string{"a", strings.Repeat("b", 20)}, "…" + strings.Repeat("b", 20)},
		{"an announcement in pieces survives", []string{"hm\npan", "ic: ", "boom\n", strings.Repeat("t", 40)}, "panic: boom\n…" + strings.Repeat("t", 20)},
		{"the first announcement counts", []string{"fatal error: a\npanic: b\n", strings.Repeat("t", 20)}, "fatal error: a\n…" + strings.Repeat("t", 20)},
		{"a word in the middle is no announcement", []string{"no panic: here\n", strings.Repeat("t", 20)}, "…" + strings.Repeat("t", 20)},
		{"control characters are dropped", []string{"a\x1b[2Jb\x00\tc\r\n"}, "a[2Jb\tc\n"},
		{"bytes that are no text are replaced", []string{"a\xff\xfeb"}, "a\uFFFDb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := &guestLog{limit: 20}
			for _, w := range test.writes {
				n, err := log.Write([]byte(w))
				assert.NoError(t, err)
				assert.Equal(t, len(w), n)
			}
			assert.Equal(t, test.want, log.String())
			log.reset()
			assert.Empty(t, log.String())
		})
	}
}

func TestTheLogIsBoundedWhateverIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := &guestLog{limit: rapid.IntRange(1, 50).Draw(t, "limit")}
		all := ""
		for _, w := range rapid.SliceOf(rapid.StringMatching(`[a-c\n]{0,60}`)).Draw(t, "writes") {
			_, _ = log.Write([]byte(w))
			all += w
		}
		want := all[max(0, len(all)-log.limit):]
		assert.Equal(t, want, string(log.kept))
		assert.Equal(t, len(all) > log.limit, log.lost)
		assert.LessOrEqual(t, len(log.line), longestLine)
	})
}

func TestTheTellingLineOfAnError(t *testing.T) {
	assert.Equal(t, "panic: x", tellingLine("noise\npanic: x\n\ngoroutine 1\n"))
	assert.Equal(t, "last", tellingLine("first\nlast\n\n"))
	assert.Empty(t, tellingLine(" \n"))
}
