package evalcmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAGateNotesQuestionsWithoutAResult(t *testing.T) {
	dir := t.TempDir()
	questions, results := filepath.Join(dir, "q.jsonl"), filepath.Join(dir, "r.jsonl")
	require.NoError(t, os.WriteFile(questions, []byte(`{"id":"1","question":"Do zinc lozenges shorten colds?","type":"claim","answer":"supported"}
{"id":"2","question":"Lemmings jump from cliffs.","type":"claim","answer":"contradicted"}
`), 0o600))
	require.NoError(t, os.WriteFile(results, []byte(`{"format_version":1,"id":"1","question":"Do zinc lozenges shorten colds?","type":"claim","verdict":"answered","answer":{"label":"supported","text":"supported"},"confidence":0.7}
`), 0o600))
	g, err := (&gateFlags{judgeFlags: judgeFlags{questions: questions, withheld: true}}).judgeResults(nil, "gates.hcl", results)
	require.NoError(t, err)
	assert.Contains(t, strings.Join(g.Notes, "\n"), "r.jsonl has no result of 1 of 2: they count as not answered, and wrong")
}
