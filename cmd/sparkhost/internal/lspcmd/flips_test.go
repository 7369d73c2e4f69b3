package lspcmd

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/testwasm"
)

const quickstart = "../../../../examples/quickstart/"

const text = `policy "mine" {
  extends = [baseline]
  gate "sure" {
    condition = answer.confidence > 0.0
    otherwise = "abstain"
  }
}
`

func TestFlipsCountTheAnswersThatANumberChanges(t *testing.T) {
	ctx, records, home := context.Background(), t.TempDir(), t.TempDir()
	testwasm.Link(t, home)
	h, err := host.Open(ctx, host.Config{Policy: "baseline", Corpus: []string{quickstart + "corpus.jsonl"}, Home: home, RecordDir: records})
	require.NoError(t, err)
	f, err := os.Open(quickstart + "questions.jsonl")
	require.NoError(t, err)
	defer f.Close()
	answered, asked := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan() && asked < 6; asked++ {
		q, err := evidence.ParseQuestion(lines.Bytes())
		require.NoError(t, err)
		r, err := h.Ask(ctx, q)
		require.NoError(t, err)
		if r.Verdict == "answered" {
			answered++
		}
	}
	require.NoError(t, h.Close())
	require.Positive(t, answered)
	a := &answers{ref: records}
	defer func() { assert.NoError(t, a.close()) }()
	t.Setenv("TMPDIR", t.TempDir())
	path := filepath.Join(t.TempDir(), "mine.policy.hcl")
	flipped, of, err := a.flips(ctx, path, text, strings.Replace(text, "0.0", "0.9999", 1))
	require.NoError(t, err)
	assert.Equal(t, asked, of)
	assert.Equal(t, answered, flipped, "none is that sure")
	flipped, _, err = a.flips(ctx, path, text, strings.Replace(text, "0.0", "0.0001", 1))
	require.NoError(t, err)
	assert.Zero(t, flipped)
	_, _, err = a.flips(ctx, path, text, "policy {")
	assert.ErrorContains(t, err, "the policy is wrong")
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "sparkhost-lsp-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
