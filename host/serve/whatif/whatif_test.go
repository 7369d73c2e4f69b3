package whatif

import (
	"container/list"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

const sample = "../../../examples/quickstart/"

// asked answers two questions of the sample, and returns the store of their records, its home and the ids.
func asked(t *testing.T) (store *record.Store, home string, ids []string) {
	t.Helper()
	home = t.TempDir()
	testwasm.Link(t, home)
	shared, err := host.OpenShared(context.Background(), host.Config{Home: home})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, shared.Close()) })
	h, err := shared.Reloader(context.Background(), host.Config{Policy: "standard", Corpus: []string{sample + "corpus.jsonl"}})
	require.NoError(t, err)
	defer h.Close()
	data, err := os.ReadFile(sample + "questions.jsonl")
	require.NoError(t, err)
	for _, line := range strings.Split(string(data), "\n")[:2] {
		q, err := evidence.ParseQuestion([]byte(line))
		require.NoError(t, err)
		result, err := h.Ask(context.Background(), q)
		require.NoError(t, err)
		ids = append(ids, result.Run)
	}
	return shared.Records(), home, ids
}

// decided decides the runs under a least confidence, against the record.
func decided(t *testing.T, e *Engine, home, least string, ids []string) []replay.Change {
	t.Helper()
	report, err := e.Decide(context.Background(), nil, host.Config{Policy: "standard", Home: home, Vars: map[string]string{"min_confidence": least}}, ids)
	require.NoError(t, err)
	return report.Changes
}

func TestARecordThatIsDecidedAgainAndAgainIsWhatAFreshOneIs(t *testing.T) {
	store, home, ids := asked(t)
	kept := New(store)
	for _, least := range []string{"0.99", "0", "0.99"} {
		assert.Equal(t, decided(t, New(store), home, least, ids), decided(t, kept, home, least, ids))
	}
	assert.Len(t, kept.kept.at, len(ids), "they are kept")
}

func TestARecordThatWasWrittenAnewIsReadAnew(t *testing.T) {
	store, home, ids := asked(t)
	e := New(store)
	before := decided(t, e, home, "0.99", ids[:1])
	r, err := store.Read(ids[0])
	require.NoError(t, err)
	w, err := store.Begin(ids[0])
	require.NoError(t, err)
	for event := range r.Events() {
		switch event.Kind {
		case record.KindSeal, record.KindTiming:
		case record.KindResult:
			var result record.Result
			require.NoError(t, event.Decode(&result))
			result.Question = "Another one?"
			require.NoError(t, w.Append(event.Kind, result))
		default:
			require.NoError(t, w.Append(event.Kind, event.Data))
		}
	}
	require.NoError(t, w.Finish())
	after := decided(t, e, home, "0.99", ids[:1])
	assert.NotEqual(t, "Another one?", before[0].Question)
	assert.Equal(t, "Another one?", after[0].Question)
	assert.Len(t, e.kept.at, 1)
}

func TestAShelfHoldsSoManyBytesAndLetsGoOfWhatWasNotUsedForLongest(t *testing.T) {
	s := shelf{most: 10, at: map[string]*list.Element{}}
	for _, id := range []string{"a", "b", "a2"} {
		s.put(id, 1, &replay.Kept{}, 4)
		s.get("a", 1)
	}
	assert.NotNil(t, s.get("a", 1))
	assert.Nil(t, s.get("b", 1))
	assert.NotNil(t, s.get("a2", 1))
	s.put("large", 1, &replay.Kept{}, 11)
	assert.Empty(t, s.at)
	assert.Zero(t, s.bytes)
}
