package host_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
)

const boundPolicy = `model "nobody" {
  endpoint = "openai"
  flavour  = "ollama"
  base_url = "http://127.0.0.1:1/v1"
  name     = "tiny"
  key      = secret("NOBODYS_KEY")
  timeout  = "1s"
  tries    = 1
}

policy "bound" {
  extends = [s0]
  roles { synthesis = model.nobody }
}
`

func TestAModelWithoutAKeyIsRefusedBeforeAnythingRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bound.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(boundPolicy), 0o600))
	_, err := tryOpen(t, host.Config{Policy: path})
	var wrong *host.PolicyError
	require.ErrorAs(t, err, &wrong)
	assert.ErrorContains(t, err, `bound.policy.hcl:1,1: model "nobody" has no key: set the environment variable NOBODYS_KEY, or a line NOBODYS_KEY=… in the file of --credentials`)
}

func TestAModelThatCannotBeAskedLeavesTheRulesTheWork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bound.policy.hcl")
	require.NoError(t, os.WriteFile(path, []byte(boundPolicy), 0o600))
	question := questionsOf(t, quickQuestions)[0]
	for name, config := range map[string]host.Config{
		"nobody is there":                 {Policy: path, Environ: []string{"NOBODYS_KEY=k"}},
		"offline, where no key is needed": {Policy: path, Offline: true},
	} {
		t.Run(name, func(t *testing.T) {
			config.RecordDir = t.TempDir()
			r, err := openWith(t, config).Ask(t.Context(), question)
			require.NoError(t, err)
			assert.Equal(t, record.VerdictAnswered, r.Verdict)
			reader, err := record.ReadFile(filepath.Join(config.RecordDir, r.Run+".jsonl"))
			require.NoError(t, err)
			calls, err := record.Each[record.ModelCall](reader, record.KindModelCall)
			require.NoError(t, err)
			var failed []string
			for _, c := range calls {
				if c.Role == "synthesis" && c.Error != "" {
					failed = append(failed, c.Stage)
				}
			}
			assert.NotEmpty(t, failed, "the record says that it was asked for, and what came of it")
		})
	}
}
