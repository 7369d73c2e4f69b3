package prompt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/model/prompt"
)

func TestThePartsOfAPlan(t *testing.T) {
	e := prompt.Evidence{Question: "Does rapamycin inhibit mTORC1 in human cells?", Options: []prompt.Option{{Label: "A", Text: "cyclophilin binding"}}}
	part := func(n int) string { return "rapamycin " + strings.Repeat("dose ", n-1) }
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf("rapamycin at dose %d", i)
	}
	tests := []struct {
		name  string
		parts []string
		field string
		want  prompt.Decomposition
		note  string
	}{
		{"as asked", []string{"rapamycin lowers kinase activity"}, "Cell biology", prompt.Decomposition{SubClaims: []string{"rapamycin lowers kinase activity"}, TaskType: "cell biology"}, ""},
		{"of an option", []string{"what cyclophilin does"}, "", prompt.Decomposition{SubClaims: []string{"what cyclophilin does"}}, ""},
		{"2 and 3, 25 and 26 words", []string{part(2), part(3), part(25), part(26)}, "", prompt.Decomposition{SubClaims: []string{strings.TrimSpace(part(3)), strings.TrimSpace(part(25))}}, "fewer than 3 or more than 25 words (2)"},
		{"of another question", []string{"buy gold coins today"}, "", prompt.Decomposition{}, "nothing of the question (1)"},
		{"repeated", []string{"what rapamycin does", "What Rapamycin does"}, "", prompt.Decomposition{SubClaims: []string{"what rapamycin does"}}, "repeated parts (1)"},
		{"with operators", []string{"title:(\"rapamycin\" OR *)\nAND {x} mTORC1"}, "", prompt.Decomposition{SubClaims: []string{"title rapamycin OR AND x mTORC1"}}, ""},
		{"a field of five words", nil, "one two three four five", prompt.Decomposition{}, "no field of science"},
		{"a field with marks", nil, "biology; DROP", prompt.Decomposition{}, "no field of science"},
		{"nothing", nil, "", prompt.Decomposition{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw, err := json.Marshal(map[string]any{"sub_claims": tt.parts, "task_type": tt.field})
			require.NoError(t, err)
			got, notes := prompt.ParsePlan(raw, e, 0)
			assert.Equal(t, tt.want, got)
			if tt.note == "" {
				assert.Empty(t, notes)
			} else {
				assert.Contains(t, strings.Join(notes, "\n"), tt.note)
			}
		})
	}
	raw, err := json.Marshal(map[string]any{"sub_claims": many[:100]})
	require.NoError(t, err)
	got, notes := prompt.ParsePlan(raw, e, 2)
	assert.Equal(t, many[:2], got.SubClaims)
	assert.Contains(t, notes[0], "beyond the cap (98)")
	raw, err = json.Marshal(map[string]any{"sub_claims": many})
	require.NoError(t, err)
	got, notes = prompt.ParsePlan(raw, e, 0)
	assert.LessOrEqual(t, len(got.SubClaims), 6)
	assert.NotEmpty(t, notes)
}
