package extract_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheSubjectOfASentenceMayBeTheCause(t *testing.T) {
	tests := []struct {
		name, question string
		sentences      []string // the first is the title
		want           string
	}{
		{"the main cause", "What was the main cause of death of the owlets?", []string{"Owlets", "Starvation in the nest was the main cause of death of the owlets, followed by mites."}, "Starvation in the nest"},
		{"behind a place", "What is the main cause of lameness in hens?", []string{"Hens", "In barns, ulcers of the foot were the leading cause of lameness in hens."}, "ulcers of the foot"},
		{"what explains it", "Why did the clutch of the tits fall?", []string{"Tits", "The clutch of the tits fell by two eggs.", "Loss of spiders, not noise, explains the fall of the clutch."}, "Loss of spiders"},
		{"the mechanism", "What is the mechanism by which salt lowers the growth of rye?", []string{"Rye", "Growth of rye on salt was lowered by 12 % in June.", "Closure of the pores, rather than thirst by night, was the mechanism."}, "Closure of the pores"},
		{"what caused it", "What caused the loss of the roof?", []string{"Roofs", "Rust of the bolts, with a depth of 3 mm, caused the loss of the roof."}, "Rust of the bolts"},
		{"no cause", "What was the main cause of death of the owlets?", []string{"Owlets", "Mites in the nest were not the main cause of death of the owlets, which died because of thirst."}, "because of thirst"},
		{"caused by", "What was the cause of death of the owlets?", []string{"Owlets", "Death of the owlets in the nest was caused by thirst."}, "thirst"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, answered(t, tt.question, tt.sentences)) })
	}
}

func TestAnOptionForACauseWantsASentenceThatTellsOne(t *testing.T) {
	const question = "What is the reason for the loss of the owls of Marn?"
	support := func(sentence string) float64 {
		return bearings(question, []string{"Owls", sentence}, "thirst in summer", "frost")[0].Support
	}
	told := support("Thirst in summer explains the loss of the owls of Marn.")
	assert.Less(t, support("Thirst in summer followed the loss of the owls of Marn."), 0.9*told)
	assert.InDelta(t, told, support("Thirst in summer caused the loss of the owls of Marn."), 0.1)
}
