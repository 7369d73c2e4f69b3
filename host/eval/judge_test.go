package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func TestAFreeAnswerIsRightByAPatternOrANumberWithinTheTolerance(t *testing.T) {
	q := &evidence.Question{ID: "q", Type: evidence.TypeFreeForm, Answer: "70 mg", Meta: map[string]any{"accept": []any{`(?<!\d)seventy\s+milligrams?`}}}
	for name, tt := range map[string]struct {
		tolerance float64
		text      string
		want      bool
	}{
		"a pattern, whatever the case":   {0, "Seventy Milligrams did it.", true},
		"no pattern, no words":           {0, "About 71 mg.", false},
		"within the tolerance":           {0.05, "About 71 mg.", true},
		"beyond the tolerance":           {0.01, "About 71 mg.", false},
		"another unit":                   {0.05, "About 71 kg.", false},
		"nothing said":                   {0.05, "", false},
		"the words, whatever the number": {0, "it was 70 mg", true},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, Judge{tt.tolerance}.Right(q, "", tt.text)) })
	}
	assert.NoError(t, CheckPatterns(q))
	q.Meta["accept"] = []any{"("}
	assert.ErrorContains(t, CheckPatterns(q), `question "q": meta.accept`)
	assert.False(t, Judge{}.Right(q, "", "("), "a wrong pattern matches nothing")
	choice := &evidence.Question{Type: evidence.TypeMultipleChoice, Answer: "A", Meta: map[string]any{"accept": []any{"B"}}}
	assert.False(t, Judge{}.Right(choice, "B", "B"), "patterns are for free form")
}
