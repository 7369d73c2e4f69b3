package evalcmd

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/suite"
)

func TestASecondEvaluationInAFolderEndsAtOnceAndNamesIt(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"packs.hcl": "pack \"a\" {\n questions = \"q.jsonl\"\n corpus = [\"c.jsonl\"]\n role = \"dev\"\n}\n",
		"q.jsonl":   `{"id":"q1","question":"Zinc attracts moths.","type":"claim"}` + "\n",
		"c.jsonl":   `{"id":"d1","title":"Zinc attracts moths"}` + "\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out := filepath.Join(dir, "evaluation")
	release, err := suite.Hold(out)
	require.NoError(t, err)
	defer release()
	c := New()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs([]string{"run", filepath.Join(dir, "packs.hcl"), "--out", out})
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	err = c.Execute()
	assert.Equal(t, shell.ExitPolicy, shell.ExitCode(err))
	assert.ErrorContains(t, err, "--out: "+out+": another `eval run` works in this folder")
	assert.NoFileExists(t, filepath.Join(out, suite.ManifestName))
}
