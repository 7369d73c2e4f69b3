package calibratecmd

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestOfAQuestionThatWasAskedTwiceForItsUpgradeTheSecondTurnCounts(t *testing.T) {
	turn := func(id string, withheld bool) *decided {
		return &decided{question: &evidence.Question{ID: id}, withheld: withheld}
	}
	set := &flags.RecordSet{Refs: []flags.RecordRef{{Name: "first.jsonl"}, {Name: "second.jsonl"}, {Name: "third.jsonl"}, {Name: "fourth.jsonl"}}}
	for name, tt := range map[string]struct {
		all      []*decided
		replaced map[int]bool
		wrong    string
	}{
		"the first turn stands first":             {[]*decided{turn("a", true), nil, turn("a", false), turn("b", true)}, map[int]bool{0: true}, ""},
		"the first turn stands last":              {[]*decided{turn("a", false), turn("b", false), turn("a", true)}, map[int]bool{2: true}, ""},
		"two records of one kind are two answers": {[]*decided{turn("b", false), turn("a", true), nil, turn("a", true)}, nil, "two records, second.jsonl and fourth.jsonl"},
		"a third record is one too many":          {[]*decided{turn("a", true), turn("a", false), turn("a", false)}, nil, "two records, second.jsonl and third.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			replaced, err := secondTurns(set, tt.all)
			if tt.wrong != "" {
				require.ErrorContains(t, err, tt.wrong)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.replaced, replaced)
		})
	}
}

func TestSamplesFollowQuestionsNotRuns(t *testing.T) {
	of := func(id string) *decided { return &decided{question: &evidence.Question{ID: id}} }
	var ids []string
	for _, d := range inOrder([]*decided{of("b"), nil, of("c"), of("a")}) {
		if d != nil {
			ids = append(ids, d.question.ID)
		}
	}
	assert.Equal(t, []string{"a", "b", "c"}, ids)
}
