package contract

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettingsAreCompleteAndSorted(t *testing.T) {
	got, err := fullManifest().Settings(map[string]any{
		"share": 1, "levels": []any{1, 2.5}, "names": []string{"b", "a"},
	})
	require.NoError(t, err)
	assert.Equal(t, []Setting{
		{"levels", NumbersValue(1, 2.5)}, {"mode", TextValue("fast")}, {"names", TextsValue("b", "a")},
		{"share", NumberValue(1)}, {"strict", FlagValue(false)},
	}, got)
	req := Request{Contract: Version, Config: got}
	require.NoError(t, req.Validate())
	assert.Equal(t, 1.0, req.Number("share"))
	assert.Equal(t, "fast", req.Text("mode"))
	assert.False(t, req.Flag("strict"))
	assert.Equal(t, []float64{1, 2.5}, req.Numbers("levels"))
	assert.Equal(t, []string{"b", "a"}, req.Texts("names"))
	assert.Zero(t, req.Setting("none"))
}

func TestEveryTypeOfAConfigIsTaken(t *testing.T) {
	for name, config := range map[string]map[string]any{
		"plain": {"share": 0.25, "mode": "slow", "strict": true, "levels": []float64{3}, "names": []any{"n"}},
		"mixed": {"share": 0.25, "mode": "slow", "strict": true, "levels": []any{3}, "names": []string{"n"}},
	} {
		got, err := fullManifest().Settings(config)
		require.NoError(t, err, name)
		want := []Setting{
			{"levels", NumbersValue(3)}, {"mode", TextValue("slow")}, {"names", TextsValue("n")},
			{"share", NumberValue(0.25)}, {"strict", FlagValue(true)},
		}
		assert.Equal(t, want, got, name)
	}
}

func TestAConfigIsCopied(t *testing.T) {
	levels := []float64{1}
	got, err := fullManifest().Settings(map[string]any{"levels": levels})
	require.NoError(t, err)
	levels[0] = 9
	assert.Equal(t, 1.0, got[0].Value.Numbers[0])
}

func TestSettingsTellEveryFaultInOrderOfNames(t *testing.T) {
	_, err := fullManifest().Settings(map[string]any{
		"shaer": 1, "share": 1.5, "mode": "fats", "levels": []any{1, "x"}, "strict": "yes", "names": []any{1}, "zzzzzz": nil,
	})
	require.ErrorIs(t, err, ErrInvalid)
	assert.EqualError(t, err, `config: levels: must be of type numbers
config: mode: is "fats", not one of fast, slow; did you mean fast?
config: names: must be of type texts
config: shaer: unknown, the plugin takes levels, mode, names, share, strict; did you mean share?
config: share: is 1.5, the most is 1
config: strict: must be of type flag
config: zzzzzz: unknown, the plugin takes levels, mode, names, share, strict`)
}

func TestNumbersOfAConfigAreFiniteAndWithinBounds(t *testing.T) {
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"share", math.NaN(), "config: share: is not finite"},
		{"share", -0.5, "config: share: is -0.5, the least is 0"},
		{"share", nil, "config: share: must be of type number"},
		{"levels", []float64{1, -1}, "config: levels: is -1, the least is 0"},
		{"levels", 1.0, "config: levels: must be of type numbers"},
		{"mode", 1.0, "config: mode: must be of type text"},
	}
	for _, tt := range tests {
		_, err := fullManifest().Settings(map[string]any{tt.name: tt.value})
		assert.EqualError(t, err, tt.want)
	}
}

func TestAPluginWithoutParametersSaysSo(t *testing.T) {
	_, err := new(Manifest).Settings(map[string]any{"a": 1})
	assert.EqualError(t, err, "config: a: unknown, the plugin takes no config")
}

func TestDistanceCountsEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"share", "shaer", 2}, {"kitten", "sitting", 3}, {"ab", "b", 1}} {
		assert.Equal(t, tt.want, distance(tt.a, tt.b), "%s, %s", tt.a, tt.b)
	}
}
