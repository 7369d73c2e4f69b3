package servecmd_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/servecmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

func TestEndedWhileItOpensTheServiceHasNotFailed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := servecmd.New(servecmd.Shell{Describe: shell.Describe, CacheDir: func(string) (string, error) { return t.TempDir(), nil }})
	c.SetArgs([]string{"--listen", "127.0.0.1:0", "--corpus", "../../../../examples/quickstart/corpus.jsonl"})
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetErr(&out)
	require.NoError(t, c.ExecuteContext(ctx), "%s", &out)
}
