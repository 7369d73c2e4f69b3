package patience_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/fleet/patience"
)

func TestServersThatElectALeaderAreAskedAgainByWhomeverTheErrorCame(t *testing.T) {
	for name, err := range map[string]error{
		"a request": &jetstream.APIError{Code: 503, ErrorCode: 10008},
		"a watch":   &nats.APIError{Code: 503, ErrorCode: 10008, Description: "JetStream system temporarily unavailable"},
		"no answer": nats.ErrTimeout,
	} {
		assert.True(t, patience.Transient(fmt.Errorf("queue: %w", err)), name)
	}
	for name, err := range map[string]error{
		"a full subject":     &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum messages per subject exceeded"},
		"a watch of nothing": &nats.APIError{Code: 404, ErrorCode: 10059},
		"no streams":         jetstream.ErrJetStreamNotEnabled,
		"an error of ours":   errors.New("no"),
	} {
		assert.False(t, patience.Transient(err), name)
	}
}
