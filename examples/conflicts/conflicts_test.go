// Package conflicts_test checks the corpus of conflicting sources and its questions.
package conflicts_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
)

func lines(t *testing.T, path string) [][]byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(raw, []byte("\n")))
	return bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
}

func TestEveryQuestionRestsOnDocumentsThatAreThere(t *testing.T) {
	documents := map[string]string{}
	for i, line := range lines(t, "corpus.jsonl") {
		d, err := evidence.ParseDocument(line)
		require.NoError(t, err, "line %d", i+1)
		require.NotContains(t, documents, d.ID)
		require.NotEmpty(t, d.Source, d.ID)
		require.Regexp(t, `^10\.5555/sparkhost\.c\d{3}$`, d.DOI, "%s: 10.5555 is for tests", d.ID)
		documents[d.ID] = d.Abstract
	}
	ids := map[string]bool{}
	for i, line := range lines(t, "questions.jsonl") {
		q, err := evidence.ParseQuestion(line)
		require.NoError(t, err, "line %d", i+1)
		require.False(t, ids[q.ID], "%s is there twice", q.ID)
		ids[q.ID] = true
		require.Equal(t, q.Answer == "", len(q.GoldDocs) == 0 || q.ID == "c-ff-04", q.ID)
		for _, id := range q.GoldDocs {
			require.Contains(t, documents, id, q.ID)
		}
	}
	require.GreaterOrEqual(t, len(ids), 15)
}
