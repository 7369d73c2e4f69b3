package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

func TestAResultIsOfItsQuestionWithItsOptions(t *testing.T) {
	choice := evidence.Question{Question: "Which?", Type: evidence.TypeMultipleChoice, Options: []evidence.Option{{Label: "A", Text: "zinc"}, {Label: "B", Text: "tin"}}}
	free := evidence.Question{Question: "Which?", Type: evidence.TypeFreeForm, Options: choice.Options}
	of := func(text string, options ...record.OptionResult) *record.Result {
		return &record.Result{Question: text, Options: options}
	}
	zinc, tin, iron := record.OptionResult{Label: "A", Text: "zinc"}, record.OptionResult{Label: "B", Text: "tin"}, record.OptionResult{Label: "B", Text: "iron"}
	for name, tt := range map[string]struct {
		q    *evidence.Question
		r    *record.Result
		want bool
	}{
		"the same":                    {&choice, of("Which?", zinc, tin), true},
		"in another order":            {&choice, of("Which?", tin, zinc), true},
		"another text":                {&choice, of("What?", zinc, tin), false},
		"another text of an option":   {&choice, of("Which?", zinc, iron), false},
		"an option that nobody asked": {&choice, of("Which?", zinc, tin, record.OptionResult{Label: "C"}), false},
		"an option less":              {&choice, of("Which?", zinc), false},
		"no options, as of a failure": {&choice, of("Which?"), true},
		"free form takes its own":     {&free, of("Which?", iron), true},
	} {
		assert.Equal(t, tt.want, Asks(tt.q, tt.r), name)
	}
}

func TestTenQuestionsAreNamed(t *testing.T) {
	assert.Equal(t, "a, b", Names([]string{"a", "b"}))
	assert.Equal(t, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more", Names([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}))
}
