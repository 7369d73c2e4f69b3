package retrieval

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each author of a copy was looked for among all of the other's; this ends before the test's time is out.
func TestAMillionAuthorsAreComparedOnce(t *testing.T) {
	a, b := make([]string, 1<<20), make([]string, 1<<20)
	for i := range a {
		a[i], b[i] = "a"+strconv.Itoa(i), "b"+strconv.Itoa(i)
	}
	assert.Equal(t, disagree, authorsOf(a, b))
	assert.Equal(t, agree, authorsOf(append(b[:1<<19], a[:1<<19]...), b[:1<<19]))
	assert.Equal(t, unknown, authorsOf(a, nil))
}
