package state

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASentenceIsAsClearAsItsStanceAndWhatItMeetsOfTheQuestion(t *testing.T) {
	tests := []struct {
		name   string
		stance float64
		parts  map[string]float64
		want   float64
	}{
		{"one that no stage read is as clear as its stance", 0.25, nil, 0.5},
		{"the side makes no difference", -0.25, nil, 0.5},
		{"what addresses the question half is a quarter as clear", 1, map[string]float64{"addresses": 0.5}, 0.25},
		{"missing half of the subject halves it", 1, map[string]float64{"addresses": 1, "subject": 0.5}, 0.5},
		{"missing half of the relation halves it again", 1, map[string]float64{"addresses": 1, "subject": 0.5, "relation": 0.5}, 0.25},
		{"other parts do not count", 1, map[string]float64{"addresses": 1, "novelty": 0}, 1},
		{"no stance is not clear", 0, map[string]float64{"addresses": 1}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := Sentence{Stance: tt.stance}
			for part, v := range tt.parts {
				s.Take("reading", part, v)
			}
			assert.InDelta(t, tt.want, s.Clarity(), 1e-12)
		})
	}
}
