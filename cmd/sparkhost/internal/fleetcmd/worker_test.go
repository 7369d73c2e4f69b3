package fleetcmd

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAWorkerUsesTheProcessorsOfItsMachineUnlessToldOtherwise(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	slots, err := NewWorker().Flags().GetInt("slots")
	assert.NoError(t, err)
	assert.Equal(t, 3, slots)
}
