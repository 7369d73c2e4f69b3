package state

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASentenceStandsOnTheSideOfItsStanceOrElseOfWhatItLeansTo(t *testing.T) {
	assert.Equal(t, 0.4, (&Sentence{Stance: 0.4, Leans: -0.3}).Side())
	assert.Equal(t, -0.3, (&Sentence{Leans: -0.3}).Side())
	assert.Zero(t, (&Sentence{}).Side())
}
