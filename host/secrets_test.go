package host_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
)

const keyed = `source "opensearch" {
  base_url = "http://127.0.0.1:1"
  index    = "papers"
  user     = "me"
  password = secret("THE_PASSWORD")
}

policy "keyed" {
  extends = [as_written]
  sources = [opensearch]
}
`

func keyedPolicy(t *testing.T, text string) host.Config {
	t.Helper()
	file := filepath.Join(t.TempDir(), "keyed.policy.hcl")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return host.Config{Policy: file, Home: warmHome(t)}
}

func TestTheSecretsOfSourcesAreNeededToAskThemAndForNothingElse(t *testing.T) {
	c := keyedPolicy(t, "# first\n\n"+keyed)
	assert.NoError(t, host.CheckPins(c), "a policy is correct without them")

	_, err := host.Open(context.Background(), c)
	var wrong *host.PolicyError
	require.ErrorAs(t, err, &wrong)
	require.Len(t, wrong.Diagnostics, 1)
	at := wrong.Diagnostics[0].Subject
	assert.Equal(t, 3, at.Start.Line)
	assert.Equal(t, len("# first\n\n"), at.Start.Byte, "where its source line is found")

	c.Offline = true
	h, err := host.Open(context.Background(), c)
	require.NoError(t, err, "recordings are read without them")
	assert.NoError(t, h.Close())
}

func TestAKeyThatIsWrittenDownIsRefused(t *testing.T) {
	c := keyedPolicy(t, strings.Replace(keyed, `secret("THE_PASSWORD")`, `"hunter2"`, 1))
	err := host.CheckPins(c)
	require.True(t, errors.As(err, new(*host.PolicyError)))
	assert.ErrorContains(t, err, `write password = secret("NAME")`)
	assert.NotContains(t, err.Error(), "hunter2")
}
