package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Description holds what a plugin's calls depend on besides its code.
type Description struct {
	Name     string
	Digest   string // sha256 of the module, lower-case hex
	Manifest *contract.Manifest
	Deny     []string // as in [Source]
	Limits   Limits
}

// A StandIn answers the calls of a plugin whose results are known, without its code. It prepares
// and checks calls as the plugin does, so that requests have the same bytes and digests. For a call
// that nobody knows it loads the plugin, once. It may be used by many goroutines.
type StandIn struct {
	p    *Plugin // never started
	load func(context.Context) (*Plugin, error)
	mu   sync.Mutex
	real *Plugin
}

// ErrUnknownCall is matched by the refusal of a call whose result is not known and whose plugin
// cannot be loaded.
var ErrUnknownCall = errors.New("the result of this call is not known, and the plugin is not at hand")

// NewStandIn makes a stand-in of a description. load gives the plugin when it is needed; the
// stand-in does not close it. A nil load never does.
func NewStandIn(d Description, load func(context.Context) (*Plugin, error)) (*StandIn, error) {
	p := &Plugin{name: d.Name, digest: d.Digest, manifest: d.Manifest}
	sum, err := hex.DecodeString(d.Digest)
	if err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("plugin %q: %q is no sha256", d.Name, d.Digest)
	}
	copy(p.sum[:], sum)
	if p.limits, err = d.Limits.withDefaults(); err != nil {
		return nil, p.blame("load", fault(KindRequest, "%v", err))
	}
	if err := d.Manifest.Validate(); err != nil {
		return nil, p.blame("describe", breach(err))
	}
	if p.contract, err = d.Manifest.Negotiate(); err != nil {
		return nil, p.blame("describe", breach(err))
	}
	p.stage = stageOf(d.Manifest.Kind)
	var e *Error
	if p.granted, e = grant(d.Manifest, d.Deny); e != nil {
		return nil, p.blame("load", e)
	}
	return &StandIn{p: p, load: load}, nil
}

// Digest is as [Plugin.Digest].
func (s *StandIn) Digest() string { return s.p.digest }

// Manifest is as [Plugin.Manifest].
func (s *StandIn) Manifest() *contract.Manifest { return s.p.manifest }

// Inputs is as [Plugin.Inputs].
func (s *StandIn) Inputs() []contract.Input { return s.p.Inputs() }

// Settings is as [Plugin.Settings].
func (s *StandIn) Settings(config map[string]any) ([]contract.Setting, error) {
	return s.p.Settings(config)
}

// FuelLimit is as [Plugin.FuelLimit].
func (s *StandIn) FuelLimit(tables []contract.Table, b limit.Call) int64 {
	return s.p.FuelLimit(tables, b)
}

// CallWithin is as [Plugin.CallWithin], by the plugin itself.
func (s *StandIn) CallWithin(ctx context.Context, r *contract.Request, b limit.Call) (*contract.Response, Call, error) {
	p, err := s.loaded(ctx)
	if err != nil {
		return nil, Call{}, err
	}
	return p.CallWithin(ctx, r, b)
}

// A Known is the outcome of a call that was made before.
type Known struct {
	Output    []byte // the encoded response
	Error     string // why there is none; empty: there is
	Fuel      int64  // what it used; 0: not known, and taken to be enough
	FuelLimit int64  // what it might have used
}

// holds says whether a call that may use limit goes as this one did: one that answered used no
// more, one that failed might use as much.
func (k Known) holds(limit int64) bool {
	if k.Error != "" {
		return limit == k.FuelLimit
	}
	return k.Fuel <= limit
}

// CallKnown is CallWithin, answered by what known says of the call with that digest of its input.
func (s *StandIn) CallKnown(ctx context.Context, r *contract.Request, b limit.Call, known func(input string) (Known, bool)) (*contract.Response, Call, error) {
	sent, e := s.p.prepare(r)
	if e != nil {
		return nil, Call{}, s.p.blame(s.p.stage, e)
	}
	buffer := s.p.buffer()
	*buffer = sent.Marshal((*buffer)[:0])
	call := Call{
		InputDigest: hexOf(sha256.Sum256(*buffer)), InputBytes: len(*buffer), FuelLimit: s.p.limits.allow(sent.Tables, b).fuel,
	}
	s.p.buffers.Put(buffer)
	k, ok := known(call.InputDigest)
	if !ok || !k.holds(call.FuelLimit) {
		return s.CallWithin(ctx, r, b)
	}
	call.Cached, call.Fuel = true, k.Fuel
	if k.Error != "" {
		return nil, call, errors.New(k.Error)
	}
	response, e := s.p.read(sent, k.Output)
	if e != nil {
		return nil, call, s.p.blame(s.p.stage, e)
	}
	call.OutputDigest, call.OutputBytes, call.Output = hexOf(sha256.Sum256(k.Output)), len(k.Output), k.Output
	return response, call, nil
}

// loaded returns the plugin itself. A failure is not remembered: the next call tries again.
func (s *StandIn) loaded(ctx context.Context) (*Plugin, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.real != nil {
		return s.real, nil
	}
	if s.load == nil {
		return nil, fmt.Errorf("plugin %q: %w", s.p.name, ErrUnknownCall)
	}
	p, err := s.load(ctx)
	if err == nil && p.digest != s.p.digest {
		err = fmt.Errorf("plugin %q: its module has digest %.12s, expected is %.12s", s.p.name, p.digest, s.p.digest)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknownCall, err)
	}
	s.real = p
	return p, nil
}
