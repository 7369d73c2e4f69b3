package host_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
)

const (
	quickCorpus    = "../examples/quickstart/corpus.jsonl"
	quickQuestions = "../examples/quickstart/questions.jsonl"
)

// linesOf reads the lines of a file that are not empty.
func linesOf(t testing.TB, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

// questionsOf reads a question file.
func questionsOf(t testing.TB, path string) []evidence.Question {
	t.Helper()
	var out []evidence.Question
	for _, line := range linesOf(t, path) {
		q, err := evidence.ParseQuestion(line)
		require.NoError(t, err)
		out = append(out, q)
	}
	return out
}

// BenchmarkAsk answers questions of the sample corpus under the shipped policies,
// with an empty cache (cold: every question new) and with a full one (warm), and reports
// questions per second and the latencies that half and 95 of 100 questions stay under.
func BenchmarkAsk(b *testing.B) {
	questions := questionsOf(b, quickQuestions)
	for _, policy := range []string{"baseline", "standard"} {
		b.Run(policy+"/cold", func(b *testing.B) { benchmarkAsk(b, policy, questions, false) })
		b.Run(policy+"/warm", func(b *testing.B) { benchmarkAsk(b, policy, questions, true) })
	}
}

func benchmarkAsk(b *testing.B, policy string, questions []evidence.Question, warm bool) {
	home := b.TempDir()
	h := openQuick(b, home, policy)
	var took []time.Duration
	if warm {
		askAll(b, h, questions, nil)
	}
	b.ResetTimer()
	for i := range b.N {
		if !warm && i > 0 {
			b.StopTimer()
			require.NoError(b, h.Close())
			require.NoError(b, os.RemoveAll(home+"/cache"))
			h = openQuick(b, home, policy)
			b.StartTimer()
		}
		askAll(b, h, questions, &took)
	}
	b.StopTimer()
	require.NoError(b, h.Close())
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "questions/s")
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
}

func openQuick(b *testing.B, home, policy string) *host.Host {
	h, err := host.Open(context.Background(), host.Config{Policy: policy, Corpus: []string{quickCorpus}, Home: home})
	require.NoError(b, err)
	return h
}

func askAll(b *testing.B, h *host.Host, questions []evidence.Question, took *[]time.Duration) {
	for _, q := range questions {
		began := time.Now()
		_, err := h.Ask(context.Background(), q)
		require.NoError(b, err)
		if took != nil {
			*took = append(*took, time.Since(began))
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
