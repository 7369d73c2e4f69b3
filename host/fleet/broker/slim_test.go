//go:build slim

package broker_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/fleet/broker"
)

func TestASlimProgramTellsHowToGetAQueue(t *testing.T) {
	_, err := broker.Open(t.Context(), broker.Options{Dir: t.TempDir()})
	assert.ErrorIs(t, err, broker.ErrLeftOut)
	assert.ErrorContains(t, err, "make build")
}
