package thorough

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASampleIsEveryStepthAndEverythingIsAll(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	t.Setenv(Variable, "")
	assert.Equal(t, []int{0, 3, 6}, Each(all, 3))
	assert.Equal(t, 5, Number(100, 5))
	t.Setenv(Variable, "1")
	assert.Equal(t, all, Each(all, 3))
	assert.Equal(t, 100, Number(100, 5))
}

func TestWhatIsOnlyForCIIsSkippedElsewhere(t *testing.T) {
	for value, ran := range map[string]bool{"": false, "1": true} {
		t.Setenv(Variable, value)
		went := false
		t.Run("inner"+value, func(t *testing.T) {
			Only(t, "a test of the test")
			went = true
		})
		assert.Equal(t, ran, went, value)
	}
}
