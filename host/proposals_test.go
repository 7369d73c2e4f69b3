package host_test

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// The mechanisms of each proposal, as the records name those that acted, and rounds that must have run, without models.
var proposals = []struct {
	policy string
	mode   policy.Mode // empty: the standard one
	steps  []string
	rounds []string
	terms  []string // of the confidence, that moved one
}{
	{
		policy: "s0",
		steps: []string{
			"intent.numerical", "intent.causal", "intent.comparison", "intent.definition", "gap.coverage", "on.dispute", "convergence_evidence", "relax",
		},
		rounds: []string{"primary", "methods", "adversarial", "falsify_draft"},
		terms:  []string{"falsification", "disputed"},
	},
	{
		policy: "s1",
		steps:  []string{"gap.epistemic", "gap.epistemic.filled", "gap.epistemic.subround", "select.discriminative", "on.single_source"},
		rounds: []string{"primary", "methods", "adversarial", "gap_epistemic_subround"},
	},
	{
		policy: "s2",
		steps:  []string{"gap.probe", "gap.probe.filled", "select.authority", "on.contradiction"},
		rounds: []string{"primary", "gap_fill", "methods", "adversarial"},
		terms:  []string{"contradiction"},
	},
	{
		policy: "s3", mode: policy.ModeResearchMax,
		steps:  []string{"intent.contrast", "intent.refute_options", "vocabulary", "options.eliminate_early", "options.refuted", "options.contrast", "on.disagreement"},
		rounds: []string{"primary", "methods", "adversarial", "on_disagreement"},
	},
	{
		policy: "s4", mode: policy.ModeResearchMax,
		steps:  []string{"gap.bridge", "gap.bridge.filled", "relax"},
		rounds: []string{"primary", "methods", "bridge", "adversarial"},
	},
	{
		policy: "combined", mode: policy.ModeResearchMax,
		steps: []string{
			"intent.numerical", "intent.causal", "intent.comparison", "intent.definition", "intent.contrast", "intent.refute_options", "vocabulary", "relax",
			"gap.coverage", "gap.epistemic", "gap.probe", "gap.bridge", "select.discriminative", "select.authority",
			"options.eliminate_early", "options.refuted", "options.contrast",
			"on.contradiction", "on.disagreement", "on.dispute", "on.single_source",
		},
		rounds: []string{"primary", "gap_fill", "methods", "bridge", "adversarial", "falsify_draft", "on_contradiction", "on_disagreement"},
		terms:  []string{"falsification", "gaps_filled", "disputed", "triangulated"},
	},
	{policy: "research_max", steps: []string{"gap.bridge", "intent.contrast"}, rounds: []string{"primary", "gap_fill", "methods", "bridge", "adversarial"}},
}

// asProposed holds a cell's records to its policy's proposal, if there is one for its mode.
func (c cell) asProposed(t *testing.T, dir string) {
	t.Helper()
	for _, p := range proposals {
		if p.policy != c.policy || cmp.Or(p.mode, policy.ModeStandard) != c.mode || c.wire != "" {
			continue
		}
		steps, rounds, terms := acted(t, dir)
		assert.Subset(t, steps, p.steps)
		assert.Subset(t, rounds, p.rounds)
		assert.Subset(t, terms, p.terms)
	}
}

// acted lists the steps and rounds that ran in some record of a folder, and the terms that moved some confidence.
func acted(t *testing.T, dir string) (steps, rounds, terms []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	found := [3]map[string]bool{{}, {}, {}}
	for _, file := range files {
		reader, err := record.ReadFile(file)
		require.NoError(t, err)
		all, err := record.Each[record.Step](reader, record.KindStep)
		require.NoError(t, err)
		for _, s := range all {
			if s.Ran {
				found[0][s.Name] = true
			}
		}
		results, err := record.Each[record.Result](reader, record.KindResult)
		require.NoError(t, err)
		for _, r := range results {
			for _, round := range r.Rounds {
				if round.Ran {
					found[1][round.Name] = true
				}
			}
			for _, term := range r.Calibration.Terms {
				if term.Delta != 0 {
					found[2][term.Name] = true
				}
			}
		}
	}
	return slices.Collect(maps.Keys(found[0])), slices.Collect(maps.Keys(found[1])), slices.Collect(maps.Keys(found[2]))
}
