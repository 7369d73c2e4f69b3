package fleetcmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats-server/v2/conf"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

const examples = "../../../../examples/fleet"

// documents reads a YAML file.
func documents(t *testing.T, name string) (out []map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(examples, name))
	require.NoError(t, err)
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var one map[string]any
		err := dec.Decode(&one)
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		out = append(out, one)
	}
}

// The flags that the examples give to `worker` must be its flags.
func TestTheWorkersOfTheExamplesStart(t *testing.T) {
	deployment := documents(t, "kubernetes.yaml")[0]
	pod := deployment["spec"].(map[string]any)["template"].(map[string]any)["spec"].(map[string]any)
	kubernetes := pod["containers"].([]any)[0].(map[string]any)["args"].([]any)
	compose := documents(t, "compose.yaml")[0]["services"].(map[string]any)["worker"].(map[string]any)["command"].([]any)
	for _, args := range [][]any{kubernetes, compose} {
		c := NewWorker()
		assert.Equal(t, c.Name(), args[0])
		var flags []string
		for _, a := range args[1:] {
			flags = append(flags, a.(string))
		}
		require.NoError(t, c.ParseFlags(flags))
		drain, err := c.Flags().GetDuration("drain")
		require.NoError(t, err)
		assert.Less(t, int(drain.Seconds()), pod["terminationGracePeriodSeconds"])
	}
}

func TestTheServersOfTheExampleSyncBeforeTheyAcknowledge(t *testing.T) {
	config, err := conf.ParseFile(filepath.Join(examples, "nats.conf"))
	require.NoError(t, err)
	assert.Equal(t, "always", config["jetstream"].(map[string]any)["sync_interval"])
	assert.Len(t, config["cluster"].(map[string]any)["routes"], 3)
}
