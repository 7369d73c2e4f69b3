package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestAnswersAreJudgedByLabelOrByTheirWords(t *testing.T) {
	choice := evidence.Question{Type: evidence.TypeMultipleChoice, Answer: "B"}
	claim := evidence.Question{Type: evidence.TypeClaim, Answer: evidence.AnswerSupported}
	free := evidence.Question{Type: evidence.TypeFreeForm, Answer: "27 nM"}
	tests := []struct {
		name        string
		q           evidence.Question
		label, text string
		want        bool
	}{
		{"the option's label", choice, "B", "no", true},
		{"another label", choice, "A", "B", false},
		{"an abstention", choice, "", "", false},
		{"a claim's verdict", claim, "supported", "supported", true},
		{"free form holds the words", free, "", "The constant is 27 nm.", true},
		{"free form needs whole words", free, "", "The constant is 127 nM.", false},
		{"nothing known is never right", evidence.Question{Type: evidence.TypeFreeForm}, "", "anything", false},
		{"an answer without words is never right", evidence.Question{Type: evidence.TypeFreeForm, Answer: "?"}, "", "what?", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Right(&tt.q, tt.label, tt.text)) })
	}
}
