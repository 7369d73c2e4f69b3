package local

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsSkippedIsToldByFileWithItsFirstLines(t *testing.T) {
	many := append([]string{`{"id":"1","title":"Zinc"}`}, slices.Repeat([]string{"{"}, 30)...)
	first, good := write(t, "a.jsonl", many...), write(t, "b.jsonl", `{"id":"2","title":"Iron"}`)
	last := write(t, "c.jsonl", slices.Concat(slices.Repeat([]string{`{"id":"2"}`}, 25), []string{"[]"})...)
	o := options(t, first, good, last)
	o.SkipBadLines = true
	for _, when := range []string{"built", "found again"} {
		s := open(t, o).Stats()
		require.Len(t, s.SkippedIn, 2, when)
		assert.Equal(t, []any{first, 30, last, 26}, []any{s.SkippedIn[0].File, s.SkippedIn[0].Count, s.SkippedIn[1].File, s.SkippedIn[1].Count}, when)
		text := s.SkippedText()
		assert.True(t, strings.HasPrefix(text, "skipped 56 invalid lines of the corpus\n  "+first+": 30 lines\n    line 2: not valid JSON"), text)
		assert.Contains(t, text, "\n    and 25 more lines\n  "+last+": 26 lines\n    line 1: duplicate id \"2\": first in "+good+":1\n    line 2: ")
		assert.NotContains(t, text, "line 7:", "of each file the first five")
		assert.NotContains(t, text, good+": ", "nothing of it was skipped")
		assert.True(t, strings.HasSuffix(text, "    line 5: duplicate id \"2\": first in "+good+":1\n    and 21 more lines"), text)
	}
}

func TestBadLinesOfAFileAreInTheOrderOfItsLines(t *testing.T) {
	path := write(t, "c.jsonl", `{"id":"1"}`, `{"id":"1"}`, "[]", `{"id":"1"}`, "{")
	o := options(t, path)
	o.SkipBadLines = true
	var lines []int
	for _, l := range open(t, o).Stats().SkippedIn[0].First {
		lines = append(lines, l.Line)
	}
	assert.Equal(t, []int{2, 3, 4, 5}, lines)
}

func TestOfVeryManyFilesWithBadLinesTheFirstAreNamed(t *testing.T) {
	bad := &BadLinesError{}
	for i := range 23 {
		file := fmt.Sprintf("%d.jsonl", i)
		assert.False(t, bad.full(file))
		bad.add(file, 0, nil)
		bad.add(file, 1, []BadLine{{file, 1, "no"}})
	}
	assert.Len(t, bad.Shown, maxShown)
	s := (&manifest{Bad: bad}).describe(&Options{})
	assert.Contains(t, s.SkippedText(), "\n  19.jsonl: 1 line\n")
	assert.True(t, strings.HasSuffix(s.SkippedText(), "line 1: no\n  and 3 more files"), s.SkippedText())
}

func TestAnIndexOfAnOlderReleaseTellsTheLinesThatItKnows(t *testing.T) {
	s := Stats{Skipped: 3, SkippedAt: []BadLine{{"a.jsonl", 2, "no object"}, {"b.jsonl", 1, "no id"}}}
	assert.Equal(t, "skipped 3 invalid lines of the corpus\n  a.jsonl:2: no object\n  b.jsonl:1: no id\n  and 1 more line", s.SkippedText())
}

func TestWhereNothingIsSkippedNothingIsTold(t *testing.T) {
	o := options(t, write(t, "c.jsonl", `{"id":"1"}`))
	o.SkipBadLines = true
	c, err := Open(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	s := c.Stats()
	assert.Empty(t, s.SkippedText())
}
