package load_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/suite"
	"github.com/sparkhost/sparkhost/policies"
)

// The vectors of S1-21 and U27: means .05 .03 .03 with few new documents from round 3 on.
func TestRetrievalStopsWhenNewDocumentsTellLittleApart(t *testing.T) {
	stop := policy.Stop{Name: "discriminative_gain_exhausted", Stage: "disc", Below: 0.04, Rounds: 2, NewDocumentsLess: 2}
	gate := policy.Adaptive{Enabled: true, MinRounds: 1, Stops: []policy.Stop{stop}}
	type round struct {
		mean  float64
		known bool
		found int
	}
	for _, tt := range []struct {
		name   string
		rounds []round
		after  int // the round that is the reason; 0: none
	}{
		{"two low rounds, and few documents in the second", []round{{0.05, true, 9}, {0.03, true, 9}, {0.03, true, 1}}, 3},
		{"two low rounds with many documents", []round{{0.03, true, 9}, {0.03, true, 9}}, 0},
		{"a round in between is not low", []round{{0.03, true, 9}, {0.04, true, 9}, {0.03, true, 1}}, 0},
		{"a round that nothing is known of is not low", []round{{0.03, true, 9}, {0, false, 9}, {0.03, true, 1}}, 0},
		{"a round without new documents is low", []round{{0.03, true, 9}, {0, true, 0}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := policy.NewCourse(&policy.Policy{Adaptive: gate}, policy.State{}, nil)
			got := 0
			for i, r := range tt.rounds {
				out := &policy.RoundOutcome{NewDocuments: r.found, QualityGain: 1, Means: map[string]float64{}}
				if r.known {
					out.Means["disc"] = r.mean
				}
				if stopped := c.End(&policy.Round{Name: "r"}, out); stopped != "" && got == 0 {
					got = i + 1
					assert.Contains(t, stopped, "adaptive: discriminative_gain_exhausted")
				}
			}
			assert.Equal(t, tt.after, got)
		})
	}
}

const planned = `
plugin "score" { source = "builtin" }

policy "p" {
  extends = [as_written]
  adaptive {
    min_rounds   = 1
    min_new_docs = 0
    stop "exhausted" {
      stage               = stage.disc
      below               = 0.04
      rounds              = 2
      new_documents_below = 5
    }
  }
  select {
    stage "disc" {
      plugin     = plugin.score
      each_round = true
    }
    term "apart" {
      stage  = stage.disc
      weight = 1
    }
    term "authority" {
      feature = document.retrieval
      weight  = 0.5
      when    = pool.contested >= 0.2
    }
  }
}
`

const plannedTests = `
test "two rounds that tell little apart are enough" {
  policy = p
  given "primary" { mean_disc = 0.03 }
  given "methods" {
    mean_disc     = 0.01
    new_documents = 4
  }
  expect {
    path    = [primary, methods]
    skipped = { adversarial = "adaptive: exhausted" }
  }
}

test "with enough new documents it goes on, and authority counts where the sides are near" {
  policy = p
  given "primary" { mean_disc = 0.03 }
  given "methods" {
    mean_disc     = 0.01
    new_documents = 5
  }
  given "pool" { contested = 0.3 }
  expect { path = [primary, methods, adversarial] }
  assert {
    condition     = pool.contested == 0.3
    error_message = "what is given holds"
  }
}

test "little gain still ends retrieval" {
  policy = p
  given "primary" { quality_gain = 0.01 }
  expect { path = [primary] }
}
`

func TestPolicyTestsSeeStopsAndConditionsOfTerms(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.policy.hcl"), []byte(planned), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.policytest.hcl"), []byte(plannedTests), 0o600))
	report := suite.Run(suite.Options{Paths: []string{dir}, Shipped: policies.FS})
	require.Empty(t, report.Problems)
	for _, one := range report.Tests {
		assert.Empty(t, one.Problems, one.Name)
	}
	assert.Len(t, report.Tests, 3)
	var missing []string
	for _, m := range report.Coverage.Missing {
		missing = append(missing, m.Where)
	}
	assert.Empty(t, missing, "a stop and a term's condition are decisions that tests can see both ways")
}

func TestGroupsScaleTheirTermsAndThoseRelativeToThem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.policy.hcl")
	text := `policy "p" {
  extends = [as_written]
  read {
    group "base" {
      terms     = [question, focus]
      scale     = 0.55
      normalise = true
    }
    term "recency" {
      feature     = passage.recency
      weight      = 0.5
      relative_to = base
    }
  }
}
`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	set, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
	require.False(t, diags.HasErrors(), "%v", diags)
	p, _ := set.Policy("p")
	for _, term := range p.Read.Terms {
		assert.InDelta(t, 0.55/3.3, term.Factor, 1e-12, term.Name)
	}
}

func TestAStageOfSelectThatOtherBlocksWeighIsUsed(t *testing.T) {
	weighed := map[string]string{
		"cited":    "options {\n term \"x\" {\n cited = stage.disc\n weight = 0.1\n }\n }",
		"document": "read {\n term \"x\" {\n document = stage.disc\n weight = 0.1\n }\n }",
		"nothing":  "",
	}
	for name, body := range weighed {
		path := filepath.Join(t.TempDir(), "p.policy.hcl")
		text := "plugin \"score\" { source = \"builtin\" }\npolicy \"p\" {\n extends = [as_written]\n select {\n stage \"disc\" { plugin = plugin.score }\n }\n" + body + "\n}\n"
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, diags := load.Load(load.Options{Path: path, Shipped: policies.FS})
		require.False(t, diags.HasErrors(), "%v", diags)
		assert.Equal(t, name == "nothing", len(diags) > 0, "%s: %v", name, diags)
	}
}
