package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparkhost/sparkhost/docs"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/testwasm"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// TestMain looks for leaks, and removes sharedHome. A compilation that was abandoned is none: it
// ends by itself, and so does the clock of patterns with a time limit.
func TestMain(m *testing.M) {
	if os.Getenv(childPolicy) != "" {
		os.Exit(liveChild())
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/sparkhost/sparkhost/host/plugin.(*Sandbox).compile"),
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.Cleanup(func(code int) {
			if dir, err := sharedHome(); err == nil {
				_ = os.RemoveAll(dir)
			}
			os.Exit(code)
		}))
}

// sharedHome keeps index and compiled plugins, which no test is about, for all tests of the package.
var sharedHome = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "sparkhost-test-") })

// openWith opens a host whose cache and records are empty, over the sample corpus
// unless the config names another.
func openWith(t *testing.T, c host.Config) *host.Host {
	t.Helper()
	h, err := tryOpen(t, c)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Close()) })
	return h
}

func tryOpen(t *testing.T, c host.Config) (*host.Host, error) {
	t.Helper()
	shared, err := sharedHome()
	require.NoError(t, err)
	if c.Home == "" {
		c.Home = t.TempDir()
	}
	folders := map[string]string{"wasm": filepath.Join(shared, "wasm"), "corpora": filepath.Join(shared, "corpora")}
	if compiled := testwasm.Folder(); compiled != "" { // compiling takes minutes under the race detector
		folders["wasm"] = compiled
	}
	for dir, path := range folders {
		require.NoError(t, os.MkdirAll(path, 0o700))
		if err := os.Symlink(path, filepath.Join(c.Home, dir)); !errors.Is(err, os.ErrExist) {
			require.NoError(t, err)
		}
	}
	if c.Corpus == nil {
		c.Corpus = []string{quickCorpus}
	}
	return host.Open(context.Background(), c)
}

// askLines asks all questions and returns the result lines without elapsed time.
func askLines(t *testing.T, h *host.Host, questions []evidence.Question, concurrency int) []string {
	t.Helper()
	lines := make([]string, len(questions))
	next := make(chan int)
	var wg sync.WaitGroup
	for range concurrency {
		wg.Go(func() {
			for i := range next {
				r, err := h.Ask(context.Background(), questions[i])
				if assert.NoError(t, err) {
					r.Budget.ElapsedMS = 0
					line, err := record.Canonical(r)
					assert.NoError(t, err)
					lines[i] = string(line)
				}
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	wg.Wait()
	return lines
}

func TestEqualInputsGiveEqualBytes(t *testing.T) {
	questions := thorough.Each(questionsOf(t, quickQuestions), 16)
	home := t.TempDir()
	first := openWith(t, host.Config{Policy: "standard", Home: home})
	want := askLines(t, first, questions, 1)

	t.Run("from a warm cache", func(t *testing.T) {
		assert.Equal(t, want, askLines(t, first, questions, 1))
	})
	t.Run("from an empty cache with four questions side by side", func(t *testing.T) {
		assert.Equal(t, want, askLines(t, openWith(t, host.Config{Policy: "standard"}), questions, 4))
	})
}

func TestEveryResultKeepsItsPromises(t *testing.T) {
	schema := resultSchema(t)
	corpus := documentsOf(t, quickCorpus)
	for _, policy := range []string{"baseline", "standard"} {
		h := openWith(t, host.Config{Policy: policy})
		for _, q := range thorough.Each(questionsOf(t, quickQuestions), 18) {
			t.Run(policy+"/"+q.ID, func(t *testing.T) {
				r, err := h.Ask(context.Background(), q)
				require.NoError(t, err)
				validates(t, schema, r)
				addsUp(t, r)
				quotesAreExact(t, corpus, r)
			})
		}
	}
}

func resultSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var doc any
	require.NoError(t, json.Unmarshal(docs.ResultSchema, &doc))
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("result.json", doc))
	schema, err := c.Compile("result.json")
	require.NoError(t, err)
	return schema
}

// validates holds a result to the published schema.
func validates(t *testing.T, schema *jsonschema.Schema, r *record.Result) {
	t.Helper()
	line, err := record.Canonical(r)
	require.NoError(t, err)
	var doc any
	require.NoError(t, json.Unmarshal(line, &doc))
	require.NoError(t, schema.Validate(doc))
}

// nano is a confidence in the unit in which it adds up.
func nano(v float64) int64 { return int64(math.Round(v * 1e9)) }

// addsUp checks that base and deltas are exactly the confidence, and that each
// option's terms are its score.
func addsUp(t *testing.T, r *record.Result) {
	t.Helper()
	total := nano(r.Calibration.Base)
	for _, term := range r.Calibration.Terms {
		total += nano(term.Delta)
	}
	assert.Equal(t, nano(r.Calibration.Confidence), total)
	assert.Equal(t, r.Calibration.Confidence, r.Confidence)
	for _, o := range r.Options {
		score := 0.0
		for _, v := range o.Terms {
			score += v
		}
		assert.InDelta(t, o.Score, score, 1e-12, "option %s", o.Label)
	}
}

// quotesAreExact checks that every quote is found at its offsets. A merged work may
// carry another copy's text, so any document of the corpus that shares it will do.
func quotesAreExact(t *testing.T, corpus []evidence.Document, r *record.Result) {
	t.Helper()
	for _, c := range r.Citations {
		assert.True(t, func() bool {
			for i := range corpus {
				field := evidence.Field(&corpus[i], c.Field)
				if c.End <= len(field) && field[c.Start:c.End] == c.Quote {
					return true
				}
			}
			return false
		}(), "quote %q of %s", c.Quote, c.Doc)
	}
}

func documentsOf(t *testing.T, path string) []evidence.Document {
	t.Helper()
	var out []evidence.Document
	for _, line := range linesOf(t, path) {
		d, err := evidence.ParseDocument(line)
		require.NoError(t, err)
		out = append(out, d)
	}
	return out
}
