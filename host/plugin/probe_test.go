package plugin

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAProbeSendsBytesAsTheyAre(t *testing.T) {
	p := loadGuest(t, Limits{Instances: 1})
	response, err := p.Probe(t.Context(), []byte("\xff no request"))
	require.NoError(t, err)
	assert.Contains(t, response.Error, "contract: request")
	assert.Nil(t, response.Score)

	sound := guestRequest(t, p, "nan")
	sound.Contract = 1
	response, err = p.Probe(t.Context(), sound.Marshal(nil))
	require.NoError(t, err, "the answer is not held to the contract")
	assert.Len(t, response.Score.Scores, 1)
	assert.EqualValues(t, 1, p.Stats().Started, "the instance is kept")

	sound = guestRequest(t, p, "panic")
	sound.Contract = 1
	_, err = p.Probe(t.Context(), sound.Marshal(nil))
	assert.ErrorIs(t, err, KindTrap)
	assert.ErrorContains(t, err, "score: trap")
	assert.EqualValues(t, 1, p.Stats().Discarded)
	_, _, err = p.Call(t.Context(), guestRequest(t, p, "mean"))
	assert.NoError(t, err)
	assert.EqualValues(t, 2, p.Stats().Started)
	assert.Positive(t, p.Stats().StartFuel)
}
