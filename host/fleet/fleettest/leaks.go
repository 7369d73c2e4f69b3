package fleettest

import (
	"testing"

	"go.uber.org/goleak"
)

// VerifyTestMain runs the tests and fails if they leave goroutines behind, except for one that the client of the queue may lose: with nats.go 1.55.0 every stored object
// starts resetPendingAcksOnReconnect, which reads its channel from a field that the end of the store sets to nil. A goroutine that is scheduled later than that waits on a
// nil channel for ever. An unclosed connection is still found, by its read loop.
func VerifyTestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}
