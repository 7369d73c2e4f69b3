package evalcmd

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/ablate"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/policies"
)

// besides returns a new folder with the files that a policy may need beside it.
func besides(given string) (string, error) {
	dir, err := os.MkdirTemp("", "sparkhost-ablate-*")
	if err != nil {
		return "", err
	}
	path, _, _ := strings.Cut(given, "#")
	info, err := os.Stat(path)
	if err != nil || flags.PolicyName.MatchString(path) && !info.IsDir() {
		return dir, nil // one of the program's own: found from everywhere
	}
	if !info.IsDir() {
		path = filepath.Dir(path)
	}
	return dir, copyPolicies(path, dir)
}

// copyPolicies copies the policies of a folder and the lists that they name.
func copyPolicies(from, to string) error {
	entries, err := os.ReadDir(from)
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if !e.Type().IsRegular() || ext != ".hcl" && ext != ".csv" && ext != ".wasm" {
			continue
		}
		text, rerr := os.ReadFile(filepath.Join(from, e.Name()))
		if rerr == nil {
			rerr = os.WriteFile(filepath.Join(to, e.Name()), text, 0o600)
		}
		err = errors.Join(err, rerr)
	}
	return err
}

// overlays writes the policy without each part into a folder of its own below dir, which has what the policy needs.
func overlays(dir, name string, parts []ablate.Part) ([]string, error) {
	paths := make([]string, len(parts))
	for i, part := range parts {
		text, err := ablate.Overlay(ablatedName, name, part)
		if err != nil {
			return nil, err
		}
		own := filepath.Join(dir, strconv.Itoa(i))
		if err := errors.Join(os.Mkdir(own, 0o700), copyPolicies(dir, own)); err != nil {
			return nil, err
		}
		paths[i] = filepath.Join(own, ablatedName+".policy.hcl")
		if err := os.WriteFile(paths[i], text, 0o600); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// without compares the whole policy with the decisions made without a part; wrong says why there are none.
func (f *ablateFlags) without(asked *askedSet, whole, without *replayedSide, wrong error, part ablate.Part, path string) (*ablated, error) {
	part.At = filepath.Base(part.At)
	out := &ablated{Part: part, Verdict: compare.Inconclusive, Costs: []compare.Cost{}}
	var refused *host.PolicyError
	switch {
	case errors.As(wrong, &refused):
		out.Why = f.whyNot(path)
		return out, nil
	case wrong != nil:
		return nil, wrong
	}
	for k, r := range without.sample.Results {
		if old := whole.sample.Results[k]; old != nil {
			out.Decided++
			a, b := replay.SideOf(old), replay.SideOf(r)
			if a != b {
				out.Moved++
			}
			if a.Answer != b.Answer || a.Verdict != b.Verdict {
				out.Flipped++
			}
		}
	}
	out.Needs = len(without.needs)
	if out.Decided == 0 {
		return out, nil
	}
	return out, f.judge(asked, whole, without, out)
}

// whyNot returns the first thing that is wrong with the policy without a part.
func (f *ablateFlags) whyNot(path string) string {
	set, diags := load.Load(load.Options{Path: path, Mode: policy.Mode(f.Mode), Shipped: policies.FS, Vars: f.Vars, VarFiles: f.VarFiles, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version})
	if !diags.HasErrors() {
		_, diags = set.Policy(ablatedName)
	}
	for _, d := range diags.Errs() {
		var one *hcl.Diagnostic
		if errors.As(d, &one) {
			return shell.Shorten(one.Summary+"; "+one.Detail, shell.MaxWarningRunes)
		}
	}
	return "the policy needs it: its plugins do not fit without"
}

func (f *ablateFlags) judge(asked *askedSet, whole, without *replayedSide, out *ablated) error {
	o := f.options()
	o.Replay, o.Brief, o.Draws = true, true, briefDraws
	left := map[string]bool{}
	for k := range asked.questions {
		if whole.sample.Results[k] == nil || without.sample.Results[k] == nil {
			left[k.ID] = true
		}
	}
	questions := map[compare.Key]*compare.Question{}
	for k, q := range asked.questions {
		if !left[k.ID] {
			questions[k] = q
		}
	}
	r, err := compare.Compare(questions, withoutThose(&without.sample, left), withoutThose(&whole.sample, left), o)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "%s: %w", out.Path, err)
	}
	out.Accuracy, out.Brier, out.Answered, out.Costs, out.Verdict = r.Metric(compare.Accuracy), r.Metric(compare.Brier), r.Metric(compare.Answered), r.Costs, r.Verdict
	return nil
}
