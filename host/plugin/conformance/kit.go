package conformance

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A kit is the state of one [Run].
type kit struct {
	subject Subject
	options Options
	sandbox *plugin.Sandbox // with the compiler
	slow    *plugin.Sandbox // with the interpreter; nil until it is needed
	warm    *plugin.Plugin  // with one instance, which most checks share; nil if it was refused
	refused *plugin.Error   // why it was not loaded
	made    *sample.Generator

	refusals []string // the plugin's own errors, without repetition
	strange  string   // the first answer that held NaN or an infinity
	provoked bool     // the checks with odd requests have run
	endless  int      // calls that ended at the limit of fuel or time
}

// mostEndless is the number of calls that may end at the limit of fuel or time. Further checks are left out: of a plugin that never
// answers, each of them takes seconds, with the interpreter a minute.
const mostEndless = 3

// sampleRows is the size of an ordinary made-up batch.
const sampleRows = 24

func newKit(ctx context.Context, s Subject, o Options) (*kit, error) {
	if o.Calls <= 0 {
		o.Calls = DefaultCalls
	}
	o.Calls = min(o.Calls, MaxCalls)
	if s.Limits.Wall == 0 {
		s.Limits.Wall = kitWall
	}
	s.Limits.Instances = 1 // so that what is warm is known
	sandbox, err := plugin.NewSandbox(ctx, plugin.Options{CacheDir: o.CacheDir})
	return &kit{subject: s, options: o, sandbox: sandbox}, err
}

// load loads the module as a host would.
func (k *kit) load(ctx context.Context) {
	p, err := k.fresh(ctx)
	if err != nil {
		if !errors.As(err, &k.refused) {
			k.refused = &plugin.Error{Plugin: k.subject.Name, Stage: "load", Kind: plugin.KindLoad, Detail: err.Error(), Err: err}
		}
		return
	}
	k.warm, k.made = p, sample.New(p.Manifest(), k.subject.Seed)
}

func (k *kit) close(ctx context.Context) error {
	err := k.sandbox.Close(ctx)
	if k.slow != nil {
		err = errors.Join(err, k.slow.Close(ctx))
	}
	return err
}

// fresh loads the module again, which starts an instance that was asked nothing but what it is. Close it.
func (k *kit) fresh(ctx context.Context) (*plugin.Plugin, error) {
	return k.sandbox.Load(ctx, plugin.Source{Name: k.subject.Name, Wasm: k.subject.Wasm}, k.subject.Limits)
}

// interpreted is fresh, on the interpreter.
func (k *kit) interpreted(ctx context.Context) (*plugin.Plugin, error) {
	if k.slow == nil {
		sandbox, err := plugin.NewSandbox(ctx, plugin.Options{Interpreter: true})
		if err != nil {
			return nil, err
		}
		k.slow = sandbox
	}
	return k.slow.Load(ctx, plugin.Source{Name: k.subject.Name, Wasm: k.subject.Wasm}, k.subject.Limits)
}

// ask calls p and remembers what the summaries at the end need to know.
func (k *kit) ask(ctx context.Context, p *plugin.Plugin, r *contract.Request) (*contract.Response, plugin.Call, error) {
	response, call, err := p.Call(ctx, r)
	var e *plugin.Error
	if errors.As(err, &e) {
		switch e.Kind {
		case plugin.KindPlugin:
			k.refusal(e.Detail)
		case plugin.KindFuel, plugin.KindTime:
			k.endless++
		}
	}
	var b *contract.BreachError
	if errors.As(err, &b) && (math.IsNaN(b.Value) || math.IsInf(b.Value, 0)) && k.strange == "" {
		k.strange = b.Error()
	}
	return response, call, err
}

// refusal remembers an error of the plugin's own.
func (k *kit) refusal(text string) {
	for _, known := range k.refusals {
		if known == text {
			return
		}
	}
	k.refusals = append(k.refusals, text)
}

// own reports an error of the plugin's own.
func own(err error) bool { return errors.Is(err, plugin.KindPlugin) }

// told returns the text of an error, without the plugin's name.
func told(err error) string {
	var e *plugin.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	text := fmt.Sprintf("%s: %s", string(e.Kind), e.Detail)
	if e.Kind == plugin.KindPlugin {
		text = "it answers with the error " + fmt.Sprintf("%q", e.Detail)
	}
	return text
}

// A trial is one request with what is special about it.
type trial struct {
	name    string
	request *contract.Request
}

// try asks the warm plugin every trial. Errors of the plugin's own are failures unless they are
// allowed. It stops at the first failure.
func (k *kit) try(ctx context.Context, trials []trial, allowed bool) finding {
	refused := ""
	count := 0
	for _, t := range trials {
		_, _, err := k.ask(ctx, k.warm, t.request)
		switch {
		case err == nil:
		case allowed && own(err):
			if count++; refused == "" {
				refused = fmt.Sprintf("%s: %s", t.name, told(err))
			}
		default:
			return broke("%s: %s", t.name, told(err))
		}
	}
	if count > 0 {
		return pass("%d requests answered, %d refused, such as %s", len(trials)-count, count, refused)
	}
	return pass("%d requests answered", len(trials))
}

// samples returns the requests that the other checks vary: made-up ones, and the author's. A made-up
// request that the plugin refuses is left out if the author has given better ones.
func (k *kit) samples(ctx context.Context) ([]trial, error) {
	var all []trial
	for _, c := range k.authored() {
		if c.Complete(k.warm.Manifest()) == nil {
			all = append(all, trial{c.Name, c.Request})
		}
	}
	sound := all[:0:0]
	for _, t := range all {
		if _, _, err := k.ask(ctx, k.warm, t.request); err == nil {
			sound = append(sound, t)
		}
	}
	for n := range uint64(2) {
		r := sample.New(k.warm.Manifest(), k.subject.Seed+n).Request(sampleRows)
		_, _, err := k.ask(ctx, k.warm, r)
		if err == nil {
			sound = append(sound, trial{fmt.Sprintf("a made-up request of %d rows, seed %d", sampleRows, k.subject.Seed+n), r})
		} else if len(sound) == 0 {
			return nil, fmt.Errorf("an ordinary request got no answer: %s", told(err))
		}
	}
	return sound, nil
}
