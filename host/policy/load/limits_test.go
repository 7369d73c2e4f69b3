package load_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
)

const bounded = `plugin "stance" {
  source = "builtin"
  deny   = [title, passages.text]
  limits {
    fuel          = "1.5G"
    fuel_per_item = 2e6
    memory        = "32MiB"
    wall          = "2s"
    output        = "1MiB"
    log           = "4KiB"
    instances     = 3
  }
}

policy "p" {
  extends = [standard]
  budget { fuel = "60G" }
  verify {
    stage "markers" {
      plugin = plugin.stance
      limits {
        fuel = "500M"
        wall = "1s"
      }
    }
  }
  gate "fuelled" {
    condition = budget.fuel_left > 0
  }
}
`

func TestLimitsAndDeniedColumnsReachTheModel(t *testing.T) {
	set, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", bounded), Shipped: shippedPolicies()})
	require.Empty(t, listing(diags))
	p, diags := set.Policy("p")
	require.Empty(t, listing(diags))
	assert.EqualValues(t, 60_000_000_000, p.Budget.MaxFuel)
	for _, plugin := range p.Plugins {
		if plugin.Name != "stance" {
			assert.Empty(t, plugin.Deny)
			continue
		}
		assert.Equal(t, []string{"passages.text", "title"}, plugin.Deny)
		assert.Equal(t, policy.Limits{
			Call:   limit.Call{Fuel: 1_500_000_000, FuelPerItem: 2_000_000, Wall: 2 * time.Second},
			Memory: 32 << 20, Output: 1 << 20, Log: 4 << 10, Instances: 3,
		}, plugin.Limits)
	}
	require.NotEmpty(t, p.Verify)
	assert.Equal(t, limit.Call{Fuel: 500_000_000, Wall: time.Second}, p.Verify[0].Limits)
	assert.Zero(t, p.Calibrate.Stage.Limits)
}

func TestFuelLeftIsNotAskedWithoutABudgetOfFuel(t *testing.T) {
	text := "policy \"p\" {\n  extends = [standard]\n  gate \"fuelled\" {\n    condition = budget.fuel_left > 0\n  }\n}\n"
	_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text), Shipped: shippedPolicies()})
	assert.Contains(t, listing(diags), "P604 always-null: budget.fuel_left is never known under this policy | The budget has no fuel.")
}

func TestABudgetOfFuelIsComparedWithTheLimitsOfCalls(t *testing.T) {
	text := func(budget, limits string) string {
		return "plugin \"calibration\" {\n  source = \"builtin\"\n  limits { " + limits + " }\n}\npolicy \"p\" {\n  extends = [as_written]\n  budget { fuel = \"" + budget + "\" }\n}\n"
	}
	for _, tt := range []struct{ name, budget, limits, want string }{
		{"enough for each", "10G", "", ""},
		{"not for all", "9G", "", "7:19: warning P703 short-of-fuel: One call of each stage is charged with 10G of fuel | "},
		{"lower limits are enough", "9G", `fuel = "4G"`, ""},
		{"not for one", "4G", `fuel = "1G"`, "7:19: error P701 over-budget: Stage \"markers\" may use more fuel than a question has | A call is charged with its limit, here 5G. Lower the limit with limits { fuel } in the stage or in plugin \"falsification\", or raise the budget.\n"},
		{"what depends on the items is not known", "5G", `fuel_per_item = "1G"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, diags := load.Load(load.Options{Path: write(t, "p.policy.hcl", text(tt.budget, tt.limits)), Shipped: shippedPolicies()})
			if tt.want == "" {
				assert.Empty(t, listing(diags))
				return
			}
			assert.Contains(t, listing(diags), tt.want)
			assert.Len(t, diags, 1)
		})
	}
}
