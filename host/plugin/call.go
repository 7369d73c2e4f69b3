package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A Call says what a record needs to know of one call. Digests are sha256 in lower-case hex.
type Call struct {
	InputDigest  string // of the encoded request: contract, config and the columns that were sent
	OutputDigest string // of the encoded response; empty after an error
	Cached       bool   // answered by the memo, the plugin did not run
	Elapsed      time.Duration
	InputBytes   int
	OutputBytes  int
	Output       []byte // the encoded response; nil after an error; not to be changed
	// Fuel counts the units of [FuelVersion] that the plugin used; of the original call if cached;
	// 0 after an error that is not about fuel. It is a function of
	// the module and of all that the instance was asked before, so equal calls may
	// differ by what a guest's allocator and collector do.
	Fuel int64
	// FuelLimit is the most that the call might have used: the plugin's limits, narrowed by the caller's bounds.
	FuelLimit int64
	// Log is the end of what the plugin wrote during the call, fit for a terminal, up to its limit of log. It is empty after
	// an error, which has it, and where the memo answered.
	Log string
}

// Call asks the plugin. The request's config must be complete (see [Plugin.Settings]); of
// its tables only the declared columns are sent. The response has been checked against the
// manifest and belongs to the caller. The request is not changed, and not used after
// Call returns, unless ctx ends first: then do not change it.
//
// Errors are of type [*Error], or the memo's own. The Call holds what is known even then.
func (p *Plugin) Call(ctx context.Context, r *contract.Request) (*contract.Response, Call, error) {
	return p.CallWithin(ctx, r, limit.Call{})
}

// CallWithin is Call under limits that may be smaller than the plugin's. A result that the memo
// holds is used if the original call kept to these limits.
func (p *Plugin) CallWithin(ctx context.Context, r *contract.Request, b limit.Call) (*contract.Response, Call, error) {
	begin := time.Now()
	sent, e := p.prepare(r)
	if e != nil {
		return nil, Call{}, p.blame(p.stage, e)
	}
	buffer := p.buffer()
	*buffer = sent.Marshal((*buffer)[:0])
	input := sha256.Sum256(*buffer)
	ask := question{sent, *buffer, input, p.limits.allow(sent.Tables, b)}
	call := Call{InputDigest: hexOf(input), InputBytes: len(*buffer), FuelLimit: ask.fuel}

	answer, response, hit, err := p.answer(ctx, ask)
	call.Elapsed, call.Fuel = time.Since(begin), answer.fuel
	if err != nil {
		if e := (*Error)(nil); errors.As(err, &e) && e.Kind == KindFuel {
			call.Fuel = e.Used
		}
		p.stats.failed.Add(1)
		return nil, call, p.blame(p.stage, err) // the buffer may still be in use by a memo
	}
	p.buffers.Put(buffer)
	output := sha256.Sum256(answer.response)
	call.OutputDigest, call.OutputBytes, call.Cached, call.Output, call.Log = hexOf(output), len(answer.response), hit, answer.response, answer.log
	return response, call, nil
}

// hexOf writes a digest with one allocation.
func hexOf(sum [32]byte) string {
	var b [64]byte
	hex.Encode(b[:], sum[:])
	return string(b[:])
}

// prepare makes the request that is sent.
func (p *Plugin) prepare(r *contract.Request) (*contract.Request, *Error) {
	tables, e := project(p.granted, r.Tables)
	if e != nil {
		return nil, e
	}
	if e := checkConfig(p.manifest, r.Config); e != nil {
		return nil, e
	}
	sent := &contract.Request{Contract: p.contract, Config: r.Config, Tables: tables}
	if err := sent.Validate(); err != nil {
		e := fault(KindRequest, "%v", err)
		e.Err = err
		return nil, e
	}
	return sent, nil
}

// checkConfig says whether config has every declared parameter and nothing else, given that
// its names are unique.
func checkConfig(m *contract.Manifest, config []contract.Setting) *Error {
	if len(config) != len(m.Params) {
		return fault(KindRequest, "its config has %d settings, the manifest declares %d: complete it with Settings", len(config), len(m.Params))
	}
	for i := range config {
		if !declares(m, config[i].Name, config[i].Value.Type) {
			return fault(KindRequest, "its config has %q of type %d, which the manifest does not declare", config[i].Name, config[i].Value.Type)
		}
	}
	return nil
}

func declares(m *contract.Manifest, name string, t contract.ParamType) bool {
	for i := range m.Params {
		if m.Params[i].Name == name {
			return m.Params[i].Type == t
		}
	}
	return false
}

func (p *Plugin) buffer() *[]byte {
	if b, ok := p.buffers.Get().(*[]byte); ok {
		return b
	}
	return new([]byte)
}

// A question is a request as it is sent, its encoding, the digest of that, and what the answer may
// cost.
type question struct {
	request *contract.Request
	input   []byte
	sum     [32]byte
	allowance
}

// answer takes the response from the memo or from an instance.
func (p *Plugin) answer(ctx context.Context, q question) (answered, *contract.Response, bool, error) {
	memo := p.sandbox.options.Memo
	if memo == nil {
		answer, response, err := p.run(ctx, q)
		return answer, response, false, err
	}
	value, hit, err := memo.Do(ctx, memoKey(p.sum, p.manifest.Kind, q.sum), func(ctx context.Context) ([]byte, error) {
		answer, _, err := p.run(ctx, q)
		return answer.value(), err
	})
	if err == nil {
		answer := parseAnswered(value)
		response, e := p.read(q.request, answer.response)
		if e == nil && answer.fuel <= q.fuel {
			if hit {
				p.stats.cached.Add(1)
			}
			return answer, response, hit, nil
		}
	} else if !gaveUpForAnother(ctx, err, q.allowance) {
		return answered{}, nil, false, err
	}
	// A damaged value, one that cost more than this call may, or a flight that ended with its leader's
	// patience or allowance: run it ourselves.
	answer, response, err := p.run(ctx, q)
	return answer, response, false, err
}

// gaveUpForAnother reports that err is the end of somebody else's context, or of an allowance
// that is smaller than ours.
func gaveUpForAnother(ctx context.Context, err error, ours allowance) bool {
	var e *Error
	if ctx.Err() != nil {
		return false
	}
	if errors.As(err, &e) {
		return e.Kind == KindCancelled || e.Kind == KindTime && e.Limit < int64(ours.wall) || e.Kind == KindFuel && e.Limit < ours.fuel
	}
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// run calls an instance. The returned bytes are a copy.
func (p *Plugin) run(ctx context.Context, q question) (answered, *contract.Response, error) {
	p.stats.calls.Add(1)
	i, err := p.pool.get(ctx)
	if err != nil {
		return answered{}, nil, p.blame(p.stage, err)
	}
	output, e := i.call(ctx, q)
	answer := answered{i.tank.used(), output, i.log.String()}
	var response *contract.Response
	if e == nil {
		response, e = p.read(q.request, output)
	}
	p.giveBack(i, e)
	if e != nil {
		return answered{}, nil, p.blame(p.stage, e)
	}
	return answer, response, nil
}

// itemsOf returns the number of rows of the largest table.
func itemsOf(tables []contract.Table) uint32 {
	n := uint32(0)
	for i := range tables {
		n = max(n, tables[i].Rows)
	}
	return n
}

// giveBack keeps an instance that answered, be it with an error of its own.
func (p *Plugin) giveBack(i *instance, e *Error) {
	_, total := i.guest.memory()
	p.stats.sawMemory(total)
	keep := e == nil || e.Kind == KindPlugin
	switch {
	case !keep:
		e.Stderr = i.log.String()
		p.stats.discarded.Add(1)
	case i.worn():
		keep = false
		p.stats.recycled.Add(1)
	}
	p.pool.put(i, keep)
}

// read decodes an answer and holds it to the manifest.
func (p *Plugin) read(r *contract.Request, answer []byte) (*contract.Response, *Error) {
	response := &contract.Response{}
	if err := response.Unmarshal(answer); err != nil {
		return nil, breach(err)
	}
	if err := response.Check(p.manifest, r); err != nil {
		return nil, breach(err)
	}
	if response.Error != "" {
		return nil, fault(KindPlugin, "%s", response.Error)
	}
	return response, nil
}

// breach returns a broken contract, or one that the host does not speak.
func breach(err error) *Error {
	kind := KindContract
	if errors.Is(err, contract.ErrVersion) {
		kind = KindABI
	}
	e := fault(kind, "%s", err)
	e.Err = err
	return e
}
