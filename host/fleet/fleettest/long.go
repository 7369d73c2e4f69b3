package fleettest

import (
	"os"
	"strconv"
)

// Histories returns the number of histories for a test of linearizability: few, or SPARKHOST_FLEET_HISTORIES in long tests.
func Histories(few int) int {
	if n, err := strconv.Atoi(os.Getenv("SPARKHOST_FLEET_HISTORIES")); err == nil {
		return n
	}
	return few
}
