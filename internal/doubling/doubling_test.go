package doubling_test

import (
	"fmt"
	"strings"
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
