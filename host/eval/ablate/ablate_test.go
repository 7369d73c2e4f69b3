package ablate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/internal/thorough"
	"github.com/sparkhost/sparkhost/policies"
)

func settingsOf(t *testing.T, name string) []load.Setting {
	set, diags := load.Load(load.Options{Path: name, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), diags)
	s, err := set.Settings(name)
	require.NoError(t, err)
	return s
}

func TestEveryPartOfStandardIsSwitchedOffByItsOverlayAndNothingElseIs(t *testing.T) {
	before := settingsOf(t, "standard")
	parts := Parts(before)
	require.Greater(t, len(parts), 30)
	for _, p := range thorough.Each(parts, 4) {
		text, err := Overlay("ablated", "standard", p)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "ablated.policy.hcl")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
		require.False(t, diags.HasErrors(), "%s: %v\n%s", p.Path, diags, text)
		after, err := set.Settings("ablated")
		require.NoError(t, err, "%s\n%s", p.Path, text)
		gone := slices.Concat([]string{p.Path}, p.With)
		left := map[string]bool{}
		for _, s := range after {
			left[s.Path] = s.Block
		}
		for _, s := range before {
			of := slices.ContainsFunc(gone, func(g string) bool { return s.Path == g || strings.HasPrefix(s.Path, g+".") })
			if s.Block && !strings.HasPrefix(s.Path, "plugin.") && !strings.HasPrefix(p.Path, "gate.") && left[s.Path] == of {
				t.Errorf("without %s, block %s is there: %t", p.Path, s.Path, left[s.Path])
			}
		}
	}
}

func TestAStageGoesWithTheTermsThatReadIt(t *testing.T) {
	parts := Parts(settingsOf(t, "standard"))
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Path == "options.stage.extraction" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, []string{"options.term.support", "options.term.contradict"}, parts[i].With)
	text, err := Overlay("x", "standard", parts[i])
	require.NoError(t, err)
	assert.Contains(t, string(text), "  options {\n    stage \"extraction\" {\n      enabled = false\n    }\n    term \"support\" {\n      enabled = false\n    }\n")
}

func TestAGateIsMadeToAdviseAndDeclarationsAreNoParts(t *testing.T) {
	parts := Parts(settingsOf(t, "standard"))
	text, err := Overlay("x", "standard", Part{Path: "gate.covered"})
	require.NoError(t, err)
	assert.Contains(t, string(text), "  gate \"covered\" {\n    level = \"advisory\"\n  }\n")
	assert.True(t, slices.ContainsFunc(parts, func(p Part) bool { return p.Path == "gate.covered" }))
	assert.False(t, slices.ContainsFunc(parts, func(p Part) bool { return strings.HasPrefix(p.Path, "plugin.") }))
	_, err = Overlay("x", "standard", Part{Path: "nosuch.block"})
	assert.ErrorContains(t, err, "no block nosuch.block")
}
