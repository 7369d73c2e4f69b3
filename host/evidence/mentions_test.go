package evidence_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestAPhraseIsMentionedWordByWordWhateverMarksStandThere(t *testing.T) {
	words := strings.Fields("we saw mtorc1 kinase, then (mtorc1 kinase). mtorc1")
	for _, tt := range []struct {
		name   string
		phrase []string
		want   []int
	}{
		{"each place", []string{"mtorc1", "kinase"}, []int{2, 5}},
		{"one that is cut off is none", []string{"mtorc1", "kinase", "then", "we"}, nil},
		{"the last word, too", []string{"mtorc1"}, []int{2, 5, 7}},
		{"no phrase is nowhere", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, evidence.Mentions(words, tt.phrase)) })
	}
	assert.True(t, evidence.Within([]int{2, 50}, []int{9}, 7), "either may come first")
	assert.False(t, evidence.Within([]int{2, 50}, []int{10}, 7))
	assert.False(t, evidence.Within(nil, []int{1}, 100))
}
