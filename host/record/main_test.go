package record

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// childEnv makes the test binary act as a process that writes a record and waits to
// be killed.
const childEnv = "SPARKHOST_TEST_RECORD_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		writeUntilKilled(dir)
	}
	goleak.VerifyTestMain(m)
}

// writeUntilKilled appends to a store and to a folder, says so, and sleeps.
func writeUntilKilled(dir string) {
	s, err := Open(context.Background(), Options{Dir: filepath.Join(dir, "store")})
	check(err)
	f, err := OpenFolder(filepath.Join(dir, "folder"))
	check(err)
	w, err := Multi(s, f).Begin("killed")
	check(err)
	check(w.Append(KindRun, sampleRun("killed")))
	check(w.Blob(Digest([]byte("a document")), []byte("a document")))
	for i := range 20 {
		check(w.Append(KindQuery, Query{Text: fmt.Sprint("query ", i)}))
	}
	check(w.Append(KindRound, Round{Name: "primary", Ran: true}))
	fmt.Println("ready")
	time.Sleep(time.Hour)
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func sampleRun(id string) Run {
	return Run{
		FormatVersion: FormatVersion, ID: id, Question: json.RawMessage(`{"id":"q1","question":"Is ice less dense than water?"}`),
		Policy: Named{"baseline", "d1"}, Plugins: []Named{}, Sources: []RunSource{}, ReferenceYear: 2026,
	}
}

func sampleResult() Result {
	return Result{ID: "q1", Verdict: VerdictAnswered, Answer: &AnswerText{Label: "A", Text: "yes"}, Confidence: 0.75, Budget: BudgetResult{ElapsedMS: 12.5}}
}

// writeSample writes a small finished record; elapsed is its only variable part.
func writeSample(t testing.TB, s Sink, id string, elapsed int64) {
	t.Helper()
	w, err := s.Begin(id)
	require.NoError(t, err)
	require.NoError(t, w.Append(KindRun, sampleRun(id)))
	for _, blob := range []string{"text <b>", "\xff\xfe binary", "", "text <b>"} {
		require.NoError(t, w.Blob(Digest([]byte(blob)), []byte(blob)))
	}
	require.NoError(t, w.Append(KindDocument, Document{Digest: Digest([]byte("text <b>")), Terms: map[string]float64{"b": 2, "a": 1}}))
	require.NoError(t, w.Append(KindTiming, Timing{What: "round.primary", ElapsedUS: elapsed}))
	r := sampleResult()
	r.Budget.ElapsedMS = float64(elapsed)
	require.NoError(t, w.Append(KindResult, r))
	require.NoError(t, w.Append(KindTiming, Timing{What: TimingRun, ElapsedUS: elapsed}))
	require.NoError(t, w.Finish())
	require.NoError(t, w.Close())
}
