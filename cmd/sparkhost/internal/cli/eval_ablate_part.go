package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/ablate"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/policies"
)

// besides is a new folder with the files that a policy may need beside it.
func besides(given string) (string, error) {
	dir, err := os.MkdirTemp("", "sparkhost-ablate-*")
	if err != nil {
		return "", err
	}
	path, _, _ := strings.Cut(given, "#")
	info, err := os.Stat(path)
	if err != nil || fittedName.MatchString(path) && !info.IsDir() {
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

// without decides the records without a part, and compares the whole policy with that.
func (f *ablateFlags) without(c *cobra.Command, set *recordSet, asked *askedSet, whole *replayedSide, name, dir string, part ablate.Part) (_ *ablated, err error) {
	text, err := ablate.Overlay(ablatedName, name, part)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, ablatedName+".policy.hcl")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return nil, err
	}
	part.At = filepath.Base(part.At)
	out := &ablated{Part: part, Verdict: compare.Inconclusive, Costs: []compare.Cost{}}
	quiet := *c
	quiet.SetErr(io.Discard) // that it cannot be loaded is told in the matrix
	without, err := f.decideAll(&quiet, set, path)
	switch {
	case c.Context().Err() != nil:
		return nil, fail(ExitInterrupted, "interrupted")
	case exitCode(err) == ExitPolicy:
		out.Why = f.whyNot(path)
		return out, nil
	case err != nil:
		return nil, err
	}
	defer func() { err = errors.Join(err, without.replayer.Close()) }()
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

// whyNot is the first thing that is wrong with the policy without a part.
func (f *ablateFlags) whyNot(path string) string {
	set, diags := policy.Load(policy.Options{Path: path, Mode: policy.Mode(f.mode), Shipped: policies.FS, Vars: f.vars, VarFiles: f.varFiles, Env: os.LookupEnv, EnvNames: envNames(), Version: host.Version})
	if !diags.HasErrors() {
		_, diags = set.Policy(ablatedName)
	}
	for _, d := range diags.Errs() {
		var one *hcl.Diagnostic
		if errors.As(d, &one) {
			return shorten(one.Summary+"; "+one.Detail, maxWarningRunes)
		}
	}
	return "its plugins do not fit"
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
		return fail(ExitFailed, "%s: %w", out.Path, err)
	}
	out.Accuracy, out.Brier, out.Answered, out.Costs, out.Verdict = r.Metric(compare.Accuracy), r.Metric(compare.Brier), r.Metric(compare.Answered), r.Costs, r.Verdict
	return nil
}
