package web_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// defaults are the settings that the provider of the tests asks for.
var defaults = web.Settings{BaseURL: "https://api.test/v1", Interval: 3 * time.Second, InFlight: 2, MaxBytes: 1 << 20}

// decode reads a block with one setting more than the common ones.
func decode(config map[string]any) (web.Settings, string, error) {
	s, key := defaults, ""
	if err := web.Decode("p", config, append(s.Common(), web.Text("key", &key))); err != nil {
		return s, key, err
	}
	return s, key, s.Check(defaults)
}

func TestSettingsOfASourceBlock(t *testing.T) {
	s, key, err := decode(map[string]any{"interval": "5s", "in_flight": 1.0, "max_bytes": 4096.0, "key": " k "})
	require.NoError(t, err)
	assert.Equal(t, web.Settings{BaseURL: defaults.BaseURL, Interval: 5 * time.Second, InFlight: 1, MaxBytes: 4096}, s)
	assert.Equal(t, "k", key)
	assert.Equal(t, outbound.Limits{Interval: 5 * time.Second, InFlight: 1}, s.Limits())

	s, _, err = decode(nil)
	require.NoError(t, err)
	assert.Equal(t, defaults, s, "what is not named keeps its default")

	s, _, err = decode(map[string]any{"base_url": "http://127.0.0.1:9/mirror/", "interval": "0s", "in_flight": 100.0})
	require.NoError(t, err, "a service of one's own has its own limits")
	assert.Equal(t, "http://127.0.0.1:9/mirror", s.BaseURL)
}

func TestABlockWithTheCommonSettingsOnly(t *testing.T) {
	s, err := web.ParseSettings("p", map[string]any{"interval": "4s"}, defaults)
	require.NoError(t, err)
	assert.Equal(t, 4*time.Second, s.Interval)
	_, err = web.ParseSettings("p", map[string]any{"interval": "1s"}, defaults)
	assert.ErrorContains(t, err, "source p: interval: the provider asks for 3s")
	_, err = web.ParseSettings("p", map[string]any{"key": "k"}, defaults)
	assert.ErrorContains(t, err, "source p: key: no such setting")
}

func TestMistakesInASourceBlock(t *testing.T) {
	tests := []struct {
		name   string
		config map[string]any
		says   string
	}{
		{"an unknown name", map[string]any{"pause": 1.0}, "source p: pause: no such setting; there are base_url, in_flight, interval, key, max_bytes"},
		{"a number as a duration", map[string]any{"interval": 3.0}, `interval: a duration such as "3s" is wanted`},
		{"a duration without unit", map[string]any{"interval": "3"}, `interval: a duration such as "3s" is wanted`},
		{"a negative duration", map[string]any{"interval": "-3s"}, `interval: a duration such as "3s" is wanted`},
		{"half a request", map[string]any{"in_flight": 1.5}, "in_flight: a whole number from 1 to 100 is wanted"},
		{"no request", map[string]any{"in_flight": 0.0}, "in_flight: a whole number from 1 to 100 is wanted"},
		{"a body without size", map[string]any{"max_bytes": "many"}, "max_bytes: a whole number from 1024 to 1073741824 is wanted"},
		{"a key that is a flag", map[string]any{"key": true}, "key: a string is wanted, not bool"},
		{"less than the provider's interval", map[string]any{"interval": "1s"}, "interval: the provider asks for 3s or more, so 1s would get you blocked"},
		{"more at once than the provider takes", map[string]any{"in_flight": 3.0}, "in_flight: the provider takes 2 at once, not 3"},
		{"the provider's limits with a slash", map[string]any{"base_url": "https://api.test/v1/", "interval": "1s"}, "would get you blocked"},
		{"an address of files", map[string]any{"base_url": "file:///etc"}, "base_url: an address such as https://host/path is wanted"},
		{"an address with a user", map[string]any{"base_url": "https://me:pass@host"}, "without user and query"},
		{"two mistakes", map[string]any{"in_flight": "x", "base_uri": "x"}, "source p: base_uri: no such setting; there are base_url, in_flight, interval, key, max_bytes, timeout, tries; in_flight: a whole"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := decode(tt.config)
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.says)
			assert.NotContains(t, err.Error(), "pass")
		})
	}
}
