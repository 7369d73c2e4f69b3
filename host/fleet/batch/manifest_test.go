package batch_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
)

const id = "0123456789abcdef"

func TestAManifestThatNobodyCanHaveWrittenIsDamaged(t *testing.T) {
	for name, spoil := range map[string]func(*batch.Manifest){
		"no questions":       func(m *batch.Manifest) { m.Questions = 0 },
		"negative questions": func(m *batch.Manifest) { m.Questions = -1 },
		"endless questions":  func(m *batch.Manifest) { m.Questions = 1e12 },
		"another id":         func(m *batch.Manifest) { m.ID = "0000000000000000" },
		"a negative cap":     func(m *batch.Manifest) { m.Upgrades = -1 },
		"a negative budget":  func(m *batch.Manifest) { m.BudgetMicroUSD = -1 },
	} {
		m := batch.Manifest{ID: id, Questions: 3, BudgetMicroUSD: 10}
		data, err := batch.Seal(m)
		require.NoError(t, err)
		_, err = batch.ReadManifest(id, data)
		require.NoError(t, err)
		spoil(&m)
		data, err = batch.Seal(m)
		require.NoError(t, err)
		_, err = batch.ReadManifest(id, data)
		assert.ErrorIs(t, err, batch.ErrDamaged, name)
		assert.ErrorContains(t, err, "submit the batch again", name)
	}
	_, err := batch.ReadManifest(id, []byte(`{"id":`))
	assert.ErrorIs(t, err, batch.ErrDamaged)
}

func TestAManifestOfWhichOneBitHasChangedIsDamaged(t *testing.T) {
	m := batch.Manifest{ID: id, Host: "1.2.3", Questions: 3, BudgetMicroUSD: 10, Setup: batch.Setup{Policy: "standard", Vars: map[string]string{"a": "b"}}}
	data, err := batch.Seal(m)
	require.NoError(t, err)
	got, err := batch.ReadManifest(id, data)
	require.NoError(t, err)
	assert.Equal(t, m, got)
	for i := range data {
		for bit := range 8 {
			spoilt := slices.Clone(data)
			spoilt[i] ^= 1 << bit
			_, err := batch.ReadManifest(id, spoilt)
			require.ErrorIs(t, err, batch.ErrDamaged, "%s", spoilt)
		}
	}
}

func TestAManifestFromBeforeDigestsIsRead(t *testing.T) {
	m := batch.Manifest{ID: id, Questions: 3}
	data, err := json.Marshal(m)
	require.NoError(t, err)
	got, err := batch.ReadManifest(id, data)
	require.NoError(t, err)
	assert.Equal(t, m, got)
}
