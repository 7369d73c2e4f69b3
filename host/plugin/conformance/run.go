package conformance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// DefaultCalls is the number of calls that the check of memory makes.
const DefaultCalls = 10_000

// kitWall bounds calls where [Subject.Limits] sets no time: on a busy machine or on the interpreter the
// plugin's time is not what is checked, its fuel is.
const kitWall = time.Minute

// A Subject is a plugin to check.
type Subject struct {
	Name     string // how reports call it until it has described itself
	Wasm     []byte
	Golden   []golden.Case // with responses; configs as written
	Requests []golden.Case // without; likewise
	Limits   plugin.Limits // zero: the host's defaults, and a minute of time
	Seed     uint64        // of the made-up requests; 0 is a seed like others
}

// Options say how to check. The zero value works.
type Options struct {
	CacheDir string   // keeps compiled code between processes, as in [plugin.Options]
	Calls    int      // of the check of memory; default [DefaultCalls], at most [MaxCalls]
	Only     []string // ids of the checks to run; empty: all
	Skip     []string // ids of checks that are reported as skipped
	// Progress, if not nil, is told when a check begins: how many are done, of how many.
	Progress func(done, total int, id string)
}

// Run checks a plugin. A plugin that fails is not an error: errors are an id that does not exist, a folder that
// cannot be used, or the end of ctx.
func Run(ctx context.Context, s Subject, o Options) (report *Report, err error) {
	checks, err := chosen(o)
	if err != nil {
		return nil, err
	}
	k, err := newKit(ctx, s, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, k.close(context.WithoutCancel(ctx))) }()
	k.load(ctx)
	report = k.introduction()
	k.provoked = len(o.Only)+len(o.Skip) == 0
	for i, c := range checks {
		if o.Progress != nil {
			o.Progress(i, len(checks), c.ID)
		}
		result := k.result(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report.add(result)
	}
	return report, nil
}

// chosen returns the checks that o asks for.
func chosen(o Options) ([]Check, error) {
	known := IDs()
	for _, id := range slices.Concat(o.Only, o.Skip) {
		if !slices.Contains(known, id) {
			return nil, fmt.Errorf("there is no check %q; there are %s", id, strings.Join(known, ", "))
		}
	}
	checks := slices.DeleteFunc(Checks(), func(c Check) bool { return len(o.Only) > 0 && !slices.Contains(o.Only, c.ID) })
	if !slices.ContainsFunc(checks, func(c Check) bool { return !slices.Contains(o.Skip, c.ID) }) {
		return nil, errors.New("no check is left to run")
	}
	return checks, nil
}

// introduction begins the report.
func (k *kit) introduction() *Report {
	sum := sha256.Sum256(k.subject.Wasm)
	r := &Report{Name: k.subject.Name, Digest: hex.EncodeToString(sum[:]), Seed: k.subject.Seed, Results: []Result{}}
	if k.warm != nil {
		m := k.warm.Manifest()
		r.Name, r.Version, r.Kind, r.ABI = m.Name, m.Version, m.Kind.String(), k.warm.ABI()
	}
	return r
}

// result runs one check.
func (k *kit) result(ctx context.Context, c Check) Result {
	r := Result{ID: c.ID, Asks: c.Asks}
	var f finding
	switch {
	case slices.Contains(k.options.Skip, c.ID):
		f = skip("left out on request")
	case k.refused != nil && !c.unfound:
		f = skip("the host does not load the module")
	case k.endless >= mostEndless:
		f = skip("left out: %d calls ended at the limit of fuel or time", k.endless)
	default:
		f = c.run(ctx, k)
	}
	r.Status, r.Detail, r.Figures = f.status, f.detail, f.figures
	if r.Status == Failed {
		r.Fix = c.Fix
	}
	return r
}

func pass(format string, args ...any) finding {
	return finding{status: Passed, detail: fmt.Sprintf(format, args...)}
}

func broke(format string, args ...any) finding {
	return finding{status: Failed, detail: fmt.Sprintf(format, args...)}
}

func skip(format string, args ...any) finding {
	return finding{status: Skipped, detail: fmt.Sprintf(format, args...)}
}
