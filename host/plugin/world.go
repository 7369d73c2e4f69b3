package plugin

import (
	"math/rand/v2"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/sys"
)

// moduleConfig is everything an instance sees of the world: a virtual clock, a fixed random
// sequence, and a log that takes its stdout and stderr. It offers neither files, arguments,
// environment variables nor sockets, and stdin is at its end.
func moduleConfig(log *guestLog, t *tank) wazero.ModuleConfig {
	clock := &virtualClock{}
	return wazero.NewModuleConfig().
		WithName("").
		WithStartFunctions(). // the start section runs all the same; _initialize is called by us
		WithStdout(log).
		WithStderr(log).
		WithRandSource(&randomness{newRandomness(), t}).
		WithWalltime(constantWalltime, sys.ClockResolution(1)).
		WithNanotime(clock.now, sys.ClockResolution(1)).
		WithNanosleep(clock.sleep).
		WithOsyield(func() {})
}

// A virtualClock is an instance's monotonic clock. It advances by one nanosecond per
// reading, so that it is strictly monotonic, and by the time slept, so that a sleeping
// guest gets on at once.
//
// It must not advance faster: stock Go's collector measures its own share of time with
// this clock, and with steps of a millisecond (wazero's default) it believes after some 110
// cycles that it takes more than half of the CPU, limits itself, and the guest's heap grows
// without bound. At a nanosecond a reading that point lies 100 million cycles away.
type virtualClock struct{ t int64 }

func (c *virtualClock) now() int64 {
	c.t++
	return c.t
}

func (c *virtualClock) sleep(ns int64) {
	if ns > 0 && c.t+ns > c.t {
		c.t += ns
	}
}

// constantWalltime returns the one moment that plugins know: 2000-01-01 00:00:00 UTC.
func constantWalltime() (sec int64, nsec int32) { return 946684800, 0 }

// randomness gives an instance random bytes, for which it pays.
type randomness struct {
	source *rand.ChaCha8
	tank   *tank
}

// Read implements io.Reader. It may give less than is asked for.
func (r *randomness) Read(p []byte) (int, error) {
	p = p[:min(len(p), hostChunk)]
	r.tank.charge(int64(len(p)) * unitsPerRandomByte)
	return r.source.Read(p)
}

// newRandomness gives the same bytes to every instance.
func newRandomness() *rand.ChaCha8 {
	return rand.NewChaCha8([32]byte([]byte("sparkhost gives no randomness ..")))
}
