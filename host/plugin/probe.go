package plugin

import (
	"context"
	"crypto/sha256"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// Probe sends bytes that need not be a request, in the form of the plugin's ABI: wire format for
// spark, JSON for extism. A host never sends what it has not checked; the conformance kit uses Probe to
// learn what a plugin makes of damage. The answer is decoded and not held to the contract, and
// the plugin's own error is part of it. Errors are those of [Plugin.Call]; the memo is not asked.
func (p *Plugin) Probe(ctx context.Context, input []byte) (*contract.Response, error) {
	i, err := p.pool.get(ctx)
	if err != nil {
		return nil, p.blame(p.stage, err)
	}
	output, e := i.call(ctx, question{nil, input, sha256.Sum256(input), p.limits.allow(nil, limit.Call{})})
	response := &contract.Response{}
	if e == nil {
		if err := response.Unmarshal(output); err != nil {
			e = breach(err)
		}
	}
	p.giveBack(i, e)
	switch {
	case e == nil:
		return response, nil
	case e.Kind == KindPlugin: // what the extism ABI has a channel of its own for
		return &contract.Response{Error: e.Detail}, nil
	}
	return nil, p.blame(p.stage, e)
}
