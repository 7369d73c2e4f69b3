package cli

import (
	"bytes"
	"context"
	"encoding/xml"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestARunThatIsInterruptedBeforeItsFirstQuestionReportsThat(t *testing.T) {
	dir, home := t.TempDir(), homeFolder(t)
	page, cases, sarif := filepath.Join(dir, "r.html"), filepath.Join(dir, "r.xml"), filepath.Join(dir, "r.sarif")
	require.NoError(t, os.WriteFile(cases, []byte("<testsuites/>"), 0o600), "of an earlier run, and green")
	line := []string{"run", "--corpus", quickstart + "corpus.jsonl", "--questions", quickstart + "questions.jsonl", "--cache", home,
		"--format", "junit", "--report", page, "--report", cases, "--report", sarif}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	var out, stderr bytes.Buffer
	assert.Equal(t, shell.ExitInterrupted, run(stopped, line, nil, &out, &stderr), "%s", &stderr)
	assert.Contains(t, stderr.String(), "interrupted before the first question")
	var suites struct {
		Errors int `xml:"errors,attr"`
	}
	require.NoError(t, xml.Unmarshal(out.Bytes(), &suites), "%s", &out)
	assert.Equal(t, 1, suites.Errors)
	for _, path := range []string{page, cases, sarif} {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(data), "interrupted before the first question", path)
	}

	stderr.Reset()
	one := []string{"run", "--corpus", quickstart + "corpus.jsonl", "--question", "x", "--cache", home, "--wait", "0s"}
	assert.Equal(t, shell.ExitDone, run(context.Background(), one, nil, &out, &stderr), "%s", &stderr)
	assert.NotContains(t, stderr.String(), "going on without", "what was open is closed")
}
