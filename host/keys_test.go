package host

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/openalex"
)

func TestKeysOfTheEnvironmentGoToTheProviderAndToThisMachineOnly(t *testing.T) {
	keys, err := outbound.ReadCredentials("", []string{openalex.KeyVariable + "=canary"})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		config map[string]any
		want   string
	}{
		"the provider's own address":               {map[string]any{}, "canary"},
		"the provider's own address, written down": {map[string]any{"base_url": "https://api.openalex.org"}, "canary"},
		"a stand-in on this machine":               {map[string]any{"base_url": "http://127.0.0.1:8080"}, "canary"},
		"an address that a policy names":           {map[string]any{"base_url": "https://mirror.example.org"}, ""},
		"one that looks like this machine":         {map[string]any{"base_url": "https://localhost.example.org"}, ""},
		"a key that the policy gives it":           {map[string]any{"base_url": "https://mirror.example.org", "key": "own"}, "own"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ownKeysOnly(openalex.ParseSettings)(c.config, keys)
			require.NoError(t, err)
			assert.Equal(t, c.want, s.Key)
		})
	}
}
