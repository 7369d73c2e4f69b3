package run

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/record"
)

// capped upgrades one question of a batch at most; 0: as many as need it.
func capped(upgrades string) string {
	return strings.Replace(upgrading("1.0"), "reserve_factor", "max_per_batch = "+upgrades+"\n\t\t\treserve_factor", 1)
}

// withheld is a run that was asked with its upgrade withheld, and its record.
func withheld(t *testing.T, p Parts) (*record.Result, *record.Reader) {
	t.Helper()
	store := recordsOf(t)
	p.Records = store
	e, err := NewEngine(p)
	require.NoError(t, err)
	result, err := e.Ask(context.Background(), inhibits, Asking{WithholdUpgrade: true})
	require.NoError(t, err)
	reader, err := store.Skim(result.Run)
	require.NoError(t, err)
	return result, reader
}

func stepsOf(t *testing.T, reader *record.Reader, name string) (out []record.Step) {
	t.Helper()
	steps, err := record.Each[record.Step](reader, record.KindStep)
	require.NoError(t, err)
	for _, s := range steps {
		if s.Name == name {
			out = append(out, s)
		}
	}
	return out
}

func headOf(t *testing.T, reader *record.Reader) record.Run {
	t.Helper()
	heads, err := record.Each[record.Run](reader, record.KindRun)
	require.NoError(t, err)
	require.Len(t, heads, 1)
	return heads[0]
}

func TestAnUpgradeThatIsWithheldIsAnInputOfTheRun(t *testing.T) {
	parts := partsOf(t, capped("1"), shelfOf(kinase, activates), empty())
	s := &studio{parts: parts}
	allowed, allowedRecord, err := s.run(t, parts.Policy, inhibits)
	require.NoError(t, err)
	kept, keptRecord := withheld(t, parts)

	assert.NotEqual(t, allowed.Run, kept.Run, "part of the id")
	assert.True(t, headOf(t, keptRecord).UpgradeWithheld, "part of the record")
	assert.False(t, headOf(t, allowedRecord).UpgradeWithheld)
	steps := stepsOf(t, keptRecord, "on.disagreement")
	require.Len(t, steps, 1)
	assert.True(t, steps[0].Ran, "its search is made")
	assert.Equal(t, []string{"research_max", "withheld: the batch's cap of 1"}, steps[0].Texts["upgrade"])
	assert.True(t, kept.QualityGates.UpgradeWithheld)
	assert.False(t, *kept.QualityGates.Upgraded)
	assert.Contains(t, kept.UncertaintyReasons, "source_disagreement_detected", "S3-18")

	assert.True(t, *allowed.QualityGates.Upgraded)
	assert.False(t, allowed.QualityGates.UpgradeWithheld)
	assert.Contains(t, allowed.UncertaintyReasons, "source_disagreement_detected", "S3-30")

	for _, whole := range []bool{false, true} {
		for reader, want := range map[*record.Reader]*record.Result{allowedRecord: allowed, keptRecord: kept} {
			again, err := s.replay(t, parts.Policy, reader, whole)
			require.NoError(t, err)
			assert.Equal(t, canonicalResult(t, want), canonicalResult(t, again.Result), "each record alone")
		}
	}
}

func TestNothingIsWithheldWhereThePolicyNamesNoCap(t *testing.T) {
	for name, body := range map[string]string{
		"no cap": upgrading("1.0"), "0 is none": capped("0"),
		"nothing is upgraded in the mode that it would be upgraded to": "mode = research_max\n" + capped("1"),
	} {
		t.Run(name, func(t *testing.T) {
			parts := partsOf(t, body, shelfOf(kinase, activates), empty())
			s := &studio{parts: parts}
			allowed, _, err := s.run(t, parts.Policy, inhibits)
			require.NoError(t, err)
			kept, reader := withheld(t, parts)
			assert.Equal(t, canonicalResult(t, allowed), canonicalResult(t, kept))
			assert.False(t, headOf(t, reader).UpgradeWithheld)
		})
	}
}

func TestAnUpgradeIsSaidToBeWithheldOnlyWhereItCouldBePaid(t *testing.T) {
	body := strings.Replace(capped("1"), "reserve_factor = 1.0", "reserve_factor = 1.5", 1)
	parts := partsOf(t, body, shelfOf(kinase, activates), empty())
	kept, reader := withheld(t, parts)
	assert.False(t, kept.QualityGates.UpgradeWithheld, "asked again it would not be upgraded either")
	assert.Contains(t, kept.UncertaintyReasons, "source_disagreement_detected")
	assert.Contains(t, stepsOf(t, reader, "on.disagreement")[0].Texts["upgrade"][1], "USD remain, under 1.5")
	quiet, _ := withheld(t, partsOf(t, capped("1"), shelfOf(kinase), empty()))
	assert.False(t, quiet.QualityGates.UpgradeWithheld, "nothing was found to react to")
}

func TestARecordOfAWithheldUpgradeIsDecidedAnewByTheOtherPolicysCap(t *testing.T) {
	one := partsOf(t, capped("1"), shelfOf(kinase, activates), empty())
	_, reader := withheld(t, one)
	s := &studio{parts: one}
	for cap, still := range map[string]bool{"0": false, "2": true} {
		other := policyOf(t, capped(cap))
		again, err := s.replay(t, other, reader, false)
		require.NoError(t, err)
		assert.Equal(t, still, again.Result.QualityGates.UpgradeWithheld, "cap %s", cap)
		assert.Equal(t, !still, *again.Result.QualityGates.Upgraded, "cap %s", cap)
		real := one
		real.Policy = other
		want, _ := withheld(t, real)
		assert.Equal(t, canonicalResult(t, want), canonicalResult(t, again.Result), "as a real run of a batch under that policy: cap %s", cap)
	}
}
