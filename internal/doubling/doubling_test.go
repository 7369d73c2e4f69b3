package doubling_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// verdict keeps what a check says.
type verdict struct {
	testing.TB
	said string
}

func (v *verdict) Helper()                        {}
func (v *verdict) Errorf(format string, a ...any) { v.said = fmt.Sprintf(format, a...) }

var sink string

func TestLinearWorkPassesAndQuadraticWorkFails(t *testing.T) {
	v := &verdict{}
	doubling.Text(v, "some words ", func(text string) { sink = strings.ToUpper(text) })
	assert.Empty(t, v.said)
	doubling.Numbered(v, 300, func(n int) {
		sink = ""
		for range n {
			sink += "some words " // copies what was read so far
		}
	})
	assert.Regexp(t, `^four times the input takes 1[56]\.\d times the work`, v.said)
}

func TestAPartRepeatsWhereItStands(t *testing.T) {
	var longest string
	keep := func(text string) {
		if len(text) > len(longest) {
			longest = text
		}
	}
	doubling.Within(t, "[1,2]", 1, 3, keep)
	assert.Equal(t, "["+strings.Repeat("1,", 32<<10)+"2]", longest)
	longest = ""
	doubling.Within(t, "[#,2]", 1, 3, keep)
	assert.True(t, strings.HasPrefix(longest, "[0,1,2,"), "a sign # is the number of the repetition")
	longest = ""
	doubling.Nested(t, "[", "1", "]", keep)
	assert.Equal(t, strings.Repeat("[", 32<<10)+"1"+strings.Repeat("]", 32<<10), longest)
	longest = ""
	doubling.Within(t, "[1,2]", 3, 1, keep)
	doubling.Within(t, "[1,2]", 1, 6, keep)
	doubling.Nested(t, "", "1", "", keep)
	assert.Empty(t, longest)
}

func TestAListThatAPoolKeepsIsNotTakenForGrowth(t *testing.T) {
	lists := sync.Pool{New: func() any { s := make([]byte, 0, 64); return &s }}
	v := &verdict{}
	doubling.Numbered(v, 1<<20, func(n int) {
		list := lists.Get().(*[]byte)
		for range n {
			*list = append(*list, 'x')
		}
		*list = (*list)[:0]
		if n == 1<<20 { // the lists of longer runs are collected before the next run
			lists.Put(list)
		}
	})
	assert.Empty(t, v.said)
}

func TestATextThatIsReadNoFurtherThanItsStartIsNotTakenForGrowth(t *testing.T) {
	v := &verdict{}
	read := func(n int) uint64 {
		if n == 1 {
			return 500 << 10 // an open quote ends it
		}
		return uint64(n) * 1200 << 10
	}
	doubling.Counted(v, 1, read)
	assert.Empty(t, v.said)
	doubling.Counted(v, 1, func(n int) uint64 { return uint64(n*n) * 500 << 10 })
	assert.NotEmpty(t, v.said, "what grows with the square does so anywhere")
}
