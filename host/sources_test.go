package host_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// livePolicy searches Europe PMC at base.
func livePolicy(t *testing.T, base string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "live.policy.hcl")
	text := fmt.Sprintf("source \"europepmc\" {\n  base_url = %q\n  interval = \"1ms\"\n}\n\npolicy \"live\" {\n  extends = [as_written]\n  sources = [europepmc]\n}\n", base)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestAPolicyAnswersFromALiveSourceAndAgainWithoutTheNetwork(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"hitCount":1,"nextCursorMark":"*","request":{"queryString":%q},"resultList":{"result":[{"id":"7","source":"MED","pmid":"7",
			"title":"Zinc lozenges shorten the common cold","abstractText":"In a trial of 120 adults, zinc lozenges shortened the common cold by two days."}]}}`,
			r.URL.Query().Get("query"))
	}))
	defer server.Close()
	home := warmHome(t)
	question := evidence.Question{ID: "q", Question: "Zinc lozenges shorten the common cold.", Type: "claim"}
	config := host.Config{Policy: livePolicy(t, server.URL), Home: home}
	first, err := askOnce(t, config, question)
	require.NoError(t, err)
	assert.Contains(t, first, "MED/7")
	asked := requests.Load()
	assert.Positive(t, asked)

	server.Close()
	config.Offline = true
	second, err := askOnce(t, config, question)
	require.NoError(t, err)
	assert.Equal(t, first, second, "the same run without the network")
	assert.Equal(t, asked, requests.Load())
}

// askOnce answers one question by a host of its own and gives the result without its time.
func askOnce(t *testing.T, c host.Config, q evidence.Question) (string, error) {
	t.Helper()
	h, err := host.Open(context.Background(), c)
	if err != nil {
		return "", err
	}
	defer func() { assert.NoError(t, h.Close()) }()
	return askLines(t, h, []evidence.Question{q}, 1)[0], nil
}

func TestSourcesAreCheckedAllAtOnceBeforeAnythingIsAsked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wrong.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte(`source "gopher" {
}

source "arxiv" {
  interval = "1ms"
}

policy "wrong" {
  extends = [as_written]
  sources = [gopher, arxiv]
}
`), 0o600))
	for name, check := range map[string]func() error{
		"open": func() error {
			_, err := askOnce(t, host.Config{Policy: file, Home: t.TempDir()}, evidence.Question{})
			return err
		},
		"check": func() error {
			_, err := host.Check(context.Background(), host.Config{Policy: file, Home: t.TempDir()})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := check()
			var wrong *host.PolicyError
			require.ErrorAs(t, err, &wrong)
			assert.ErrorContains(t, err, `source "gopher": no such source: there are local, arxiv, brave, crossref, europepmc, openalex, opensearch, semantic_scholar`)
			assert.ErrorContains(t, err, `source "arxiv"`)
		})
	}
}
