package sdktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

var manifest = contract.Manifest{
	Name: "halves", Version: "1.0.0", Contract: contract.Version, Kind: contract.KindScore,
	Params: []contract.Param{
		{Name: "names", Type: contract.TypeTexts, Default: contract.TextsValue("a")},
		{Name: "share", Type: contract.TypeNumber, Default: contract.NumberValue(0.5), Max: contract.Bound(1)},
	},
	Outputs: []contract.Output{{Name: "half", Kind: contract.OutputScore, Max: 1}},
}

const sample = `{"about":"a half","request":{"contract":1,"config":{%CONFIG%},"tables":{"items":{"rows":2,"columns":{}}}},
	"response":{"score":{"scores":[0.5,1],"parts":[]}}}`

// folder makes a folder of one golden file.
func folder(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "half.json"), []byte(text), 0o600))
	return dir
}

func withConfig(config string) string { return strings.Replace(sample, "%CONFIG%", config, 1) }

func TestLoadCompletesTheConfig(t *testing.T) {
	cases, err := Load(folder(t, withConfig(`"share":1,"names":[]`)), &manifest)
	require.NoError(t, err)
	require.Len(t, cases, 1)
	assert.Equal(t, "half", cases[0].Name)
	assert.Equal(t, "a half", cases[0].About)
	assert.Equal(t, 1.0, cases[0].Request.Number("share"))
	assert.Empty(t, cases[0].Request.Texts("names"))

	cases, err = Load(folder(t, withConfig("")), &manifest)
	require.NoError(t, err)
	assert.Equal(t, 0.5, cases[0].Request.Number("share"))
	assert.Equal(t, []string{"a"}, cases[0].Request.Texts("names"))
}

func TestLoadRefusesWhatIsNoGoldenFile(t *testing.T) {
	_, err := Load(t.TempDir(), &manifest)
	assert.ErrorContains(t, err, "no golden files")
	_, err = Load(folder(t, "{"), &manifest)
	assert.ErrorContains(t, err, "half.json")
	_, err = Load(folder(t, `{"request":{"contract":1},"response":{"bonus":1}}`), &manifest)
	assert.ErrorIs(t, err, contract.ErrMalformed)
	_, err = Load(folder(t, withConfig(`"share":2`)), &manifest)
	assert.ErrorIs(t, err, contract.ErrInvalid)
}

func TestCompareTellsTheFirstDifference(t *testing.T) {
	cases, err := Load(folder(t, withConfig("")), &manifest)
	require.NoError(t, err)
	scores := func(s ...float64) []byte {
		r := contract.Response{Score: &contract.ScoreResult{Scores: s}}
		return r.Marshal(nil)
	}
	c := cases[0]
	assert.NoError(t, c.Compare(&manifest, scores(0.5, 1)))
	assert.NoError(t, c.Compare(&manifest, scores(0.5+Tolerance/2, 1)))
	assert.EqualError(t, c.Compare(&manifest, scores(0.25, 1)), "response.score.scores[0]: got 0.25, want 0.5")
	assert.ErrorIs(t, c.Compare(&manifest, scores(0.5)), contract.ErrBreach)
	assert.ErrorIs(t, c.Compare(&manifest, []byte{0xff}), contract.ErrMalformed)
	failed := contract.Response{Error: "no"}
	assert.EqualError(t, c.Compare(&manifest, failed.Marshal(nil)), `response.error: got "no", want ""`)
}
