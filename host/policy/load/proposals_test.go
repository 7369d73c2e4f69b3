package load_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

func TestProposalsTogetherNeedADecisionWhereTheyDiffer(t *testing.T) {
	path := write(t, "all.policy.hcl", "policy \"all\" {\n  extends = [s0, s1, s2, s3, s4]\n}\n")
	_, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	var clashes []string
	for _, d := range diags {
		r := diag.NewReport(d)
		require.Equal(t, "clash", r.Name)
		clashes = append(clashes, r.Summary)
	}
	assert.ElementsMatch(t, []string{`Parents disagree on round "primary", intents`, "Parents disagree on order"}, clashes)
}

// TestEnvironmentNamesActOnThePoliciesOfTheProposals holds each name of catalogue §20.1 to what it changes.
func TestEnvironmentNamesActOnThePoliciesOfTheProposals(t *testing.T) {
	load := func(name string, mode policy.Mode, env map[string]string) *policy.Policy {
		lookup := func(n string) (string, bool) { v, ok := env[n]; return v, ok }
		set, diags := load.Load(load.Options{Path: name, Shipped: policies.FS, Mode: mode, Env: lookup})
		require.Empty(t, listing(diags), "%v", env)
		p, diags := set.Policy("")
		require.Empty(t, diags)
		return p
	}
	for _, tt := range []struct {
		policy, name, value string
		mode                policy.Mode
		before, after       any
		read                func(p *policy.Policy) any
	}{
		{"s0", "SPARKIT_ADAPTIVE_RETRIEVAL", "0", "", true, false, func(p *policy.Policy) any { return p.Adaptive.Enabled }},
		{"s0", "SPARKIT_ADAPTIVE_MAX_ROUNDS", "7", "", 5, 7, func(p *policy.Policy) any { return p.Adaptive.MaxRounds }},
		{"s0", "SPARKIT_INGESTION_MAX_CHARS", "12000", "", 10000, 12000, func(p *policy.Policy) any { return p.Read.MaxChars }},
		{"s2", "SPARKIT_INGESTION_MAX_CHARS", "12000", "", 15000, 12000, func(p *policy.Policy) any { return p.Read.MaxChars }},
		{"s0", "SPARKIT_GAP_COVERAGE_THRESHOLD", "0.2", "", 0.12, 0.2, func(p *policy.Policy) any { return p.Gaps[0].Threshold }},
		{"s0", "SPARKIT_GAP_ANALYSIS_LLM", "1", "", "", "cheapest", func(p *policy.Policy) any { return p.Gaps[0].QueryRole }},
		{"s1", "SPARKIT_ENABLE_GAP_MINING", "off", "", 1, 0, func(p *policy.Policy) any { return len(p.Gaps) }},
		{"s1", "SPARKIT_GAP_MINING_MAX_GAPS", "3", "", 6, 3, func(p *policy.Policy) any { return p.Gaps[0].Max }},
		{"s1", "SPARKIT_ADAPTIVE_MIN_DISCRIMINATIVE_GAIN", "0.1", "", 0.04, 0.1, func(p *policy.Policy) any { return p.Adaptive.Stops[0].Below }},
		{"s1", "SPARKIT_DISCRIMINATIVE_POWER_WEIGHT", "0.2", "", 0.10, 0.2, func(p *policy.Policy) any { return termOf(p.Options.Terms, "discriminative").Weight }},
		{"s1", "SPARKIT_CROSS_SOURCE_MIN_TYPES", "3", "", 2.0, 3.0, func(p *policy.Policy) any { return p.Triangulate[0].Config["min_types"] }},
		{"s2", "SPARKIT_CGDR_ENABLED", "no", "", 4, 3, func(p *policy.Policy) any { return len(p.Rounds) }},
		{"s2", "SPARKIT_CAP_ENABLED", "0", "", 1, 0, func(p *policy.Policy) any { return len(p.Handlers) }},
		{"s2", "SPARKIT_QUERY_FAN_OUT", "0", "", 6, 2, func(p *policy.Policy) any { return len(p.Rounds[0].Intents) }},
		{"s2", "SPARKIT_SSAS_ENABLED", "0", "", "[1.8 0.9 0.2 0.5]", "[2 1 0.25]", func(p *policy.Policy) any {
			var weights []float64
			for _, term := range p.Select.Terms {
				weights = append(weights, term.Weight)
			}
			return fmt.Sprint(weights)
		}},
		{"s3", "SPARKIT_ENABLE_PAIRWISE_CONTRAST", "1", "", 2, 3, func(p *policy.Policy) any { return len(p.Rounds[0].Intents) }},
		{"s3", "SPARKIT_ENABLE_PAIRWISE_CONTRAST", "0", policy.ModeResearchMax, 3, 2, func(p *policy.Policy) any { return len(p.Rounds[0].Intents) }},
		{"s3", "SPARKIT_FALSIFICATION_PENALTY", "0.3", "", -0.15, -0.3, func(p *policy.Policy) any { return termOf(p.Options.Terms, "falsified").Weight }},
		{"s3", "SPARKIT_AUTO_UPGRADE_ON_DISAGREEMENT", "0", policy.ModeRouted, true, false, func(p *policy.Policy) any { return p.Handlers[0].Upgrade != nil }},
		{"s3", "SPARKIT_AUTO_UPGRADE_ON_DISAGREEMENT", "1", "", false, true, func(p *policy.Policy) any { return p.Handlers[0].Upgrade != nil }},
		{"s3", "SPARKIT_MAX_AUTO_UPGRADES_PER_BATCH", "2", policy.ModeRouted, 0, 2, func(p *policy.Policy) any { return p.UpgradesPerBatch() }},
		{"combined", "SPARKIT_MAX_AUTO_UPGRADES_PER_BATCH", "2", policy.ModeRouted, 0, 2, func(p *policy.Policy) any { return p.UpgradesPerBatch() }},
		{"s3", "SPARKIT_VOCAB_SEED_ROUND2", "0", "", 4, 3, func(p *policy.Policy) any { return len(p.Rounds[1].Intents) }},
		{"s3", "SPARKIT_ENABLE_OPTION_DISC", "0", "", 6, 5, func(p *policy.Policy) any { return len(p.Options.Terms) }},
		{"s4", "SPARKIT_ENABLE_BRIDGE_ROUND", "1", "", 3, 4, func(p *policy.Policy) any { return len(p.Rounds) }},
		{"s4", "SPARKIT_ENABLE_BRIDGE_ROUND", "0", policy.ModeResearchMax, 4, 3, func(p *policy.Policy) any { return len(p.Rounds) }},
	} {
		t.Run(tt.policy+" "+tt.name+"="+tt.value+" "+string(tt.mode), func(t *testing.T) {
			assert.EqualValues(t, tt.before, tt.read(load(tt.policy, tt.mode, nil)))
			assert.EqualValues(t, tt.after, tt.read(load(tt.policy, tt.mode, map[string]string{tt.name: tt.value})))
			standard := load("standard", tt.mode, nil)
			assert.Equal(t, standard.Digest, load("standard", tt.mode, map[string]string{tt.name: tt.value}).Digest, "standard does not read it")
		})
	}
}

func termOf(terms []policy.Term, name string) policy.Term {
	for _, term := range terms {
		if term.Name == name {
			return term
		}
	}
	return policy.Term{}
}
