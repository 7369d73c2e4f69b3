package state

import (
	"context"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A playback holds what a replay knows of the recorded run.
type playback struct {
	Tape    *tape.Tape     // nil: this is not a replay
	Resumed *record.Result // of the recorded run, if the replay went on from its checkpoint
	asks    map[string]int // how often the replay asked each condition
	Fetched int            // searches that live sources answered

	UnreadThen string // what the recorded run warned of documents longer than is read, if the replay went on from its checkpoint
}

// play answers a plugin call from the tape if it knows it.
func (b *playback) play(ctx context.Context, p bind.Plugin, req *contract.Request, within limit.Call) (*contract.Response, plugin.Call, error) {
	stand, ok := p.(*plugin.StandIn)
	if b.Tape == nil || !ok {
		return p.CallWithin(ctx, req, within)
	}
	return stand.CallKnown(ctx, req, within, func(input string) (plugin.Known, bool) { return b.Tape.Known(p.Digest(), input) })
}
