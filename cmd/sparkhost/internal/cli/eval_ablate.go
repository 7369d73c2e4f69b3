package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/ablate"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/policies"
)

// ablatedName is the name of the policy without a part.
const ablatedName = "without_a_part"

// briefDraws is how often the costs of an ablation are resampled.
const briefDraws = 400

// ablateFlags are the flags of `eval ablate`.
type ablateFlags struct {
	replayFlags
	judgeFlags
	records []string
	only    string
}

func newEvalAblateCommand() *cobra.Command {
	var f ablateFlags
	c := &cobra.Command{
		Use:   "ablate POLICY --records DIR --questions FILE",
		Short: "Switch each part of a policy off in turn, and say what it is worth",
		Long: "Decides recorded runs under the policy, and again without each of its parts in turn: rounds, intents, gaps, stages with the\n" +
			"terms that read them, terms, gates (which then only advise), whatever the policy language lets be switched off. The matrix says\n" +
			"what the policy is worth with the part against without it, with p-values adjusted for the number of parts (Benjamini-Hochberg),\n" +
			"which parts did nothing in these runs, and which cannot be switched off alone. DIR is best made by the same policy.\n\n" +
			"Where the policy without a part would ask queries that no run asked, those questions are in no figure of that part, and\n" +
			"counted; --fetch gets what they need.\n\n" +
			"Exit codes: 0 done, whatever it found, 1 could not do it, 2 the policy is wrong.",
		Example: "  sparkhost run --corpus papers.jsonl --questions dev.jsonl --policy standard --record records --format jsonl --out r.jsonl\n" +
			"  sparkhost eval ablate standard --records records --questions dev.jsonl\n" +
			"  sparkhost eval ablate mine.policy.hcl --records records --questions dev.jsonl --only 'term\\.|gate\\.'",
		Args: needs("POLICY"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.replayFlags.register(c)
	f.judgeFlags.register(c)
	c.Flags().StringArrayVar(&f.records, "records", nil, "folder of records, cache folder, record file or run id (repeatable)")
	c.Flags().StringVar(&f.only, "only", "", "only parts whose path matches this regular `expression`")
	c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	completeWords(c, "format", "text", "json")
	return c
}

// An ablated is what a part is worth: differences are of the whole policy less the policy without the part.
type ablated struct {
	ablate.Part
	Decided   int             `json:"decided"`
	Needs     int             `json:"needs"`    // questions that need evidence which was never fetched; in no figure
	Moved     int             `json:"moved"`    // runs with another answer, verdict or confidence
	Flipped   int             `json:"flipped"`  // of them with another answer or verdict
	Accuracy  *compare.Metric `json:"accuracy"` // null: not compared
	Brier     *compare.Metric `json:"brier"`
	Answered  *compare.Metric `json:"answered"`
	Costs     []compare.Cost  `json:"costs"`
	AdjustedP *float64        `json:"adjusted_p"` // of the accuracy, among all parts (Benjamini-Hochberg)
	Verdict   compare.Verdict `json:"verdict"`    // better: the part is worth having
	Why       string          `json:"why,omitempty"`
}

// active says whether the part did anything.
func (a *ablated) active() bool { return a.Why != "" || a.Moved > 0 || a.Needs > 0 }

// An ablation is what `eval ablate` found.
type ablation struct {
	FormatVersion int       `json:"format_version"`
	Policy        string    `json:"policy"`
	Records       int       `json:"records"`
	Parts         []ablated `json:"parts"`
	Notes         []string  `json:"notes"`
}

func (f *ablateFlags) run(c *cobra.Command, given string) (err error) {
	only, err := regexp.Compile(f.only)
	switch {
	case f.format != "text" && f.format != "json":
		return fail(ExitFailed, "--format %q: known are text, json", f.format)
	case err != nil:
		return fail(ExitFailed, "--only: %w", err)
	case len(f.records) == 0 || f.judgeFlags.questions == "":
		return fail(ExitFailed, "nothing to decide by: give --records DIR (`run --record DIR` writes them) and --questions FILE with the right answers")
	}
	if err := f.check(); err != nil {
		return err
	}
	asked, err := f.judged(nil)
	if err != nil {
		return err
	}
	set, err := f.replayFlags.records(c, f.records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.close()) }()
	out, err := f.ablate(c, given, only, set, asked)
	if err != nil {
		return err
	}
	if f.format == "json" {
		return writeLine(c.OutOrStdout(), out)
	}
	return out.write(c.OutOrStdout())
}

func (f *ablateFlags) ablate(c *cobra.Command, given string, only *regexp.Regexp, set *recordSet, asked *askedSet) (_ *ablation, err error) {
	mode, err := f.chosenMode()
	if err != nil {
		return nil, err
	}
	p, err := load(c, policy.Options{Path: given, Mode: mode, Shipped: policies.FS, Vars: f.vars, VarFiles: f.varFiles, Env: os.LookupEnv, EnvNames: envNames(), Version: host.Version})
	if err != nil {
		return nil, err
	}
	settings, err := p.set.Settings(p.Name)
	if err != nil {
		return nil, err
	}
	whole, err := f.decideAll(c, set, given)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, whole.replayer.Close()) }()
	if len(whole.sample.Results) == 0 {
		return nil, fail(ExitFailed, "none of the %d records can be decided under %s; make them with it: `run --policy %s --record DIR`", len(set.refs), given, given)
	}
	dir, err := besides(given)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := &ablation{FormatVersion: 1, Policy: p.Name, Records: len(set.refs), Notes: slices.Concat([]string{}, asked.notes)}
	if len(whole.needs)+len(whole.broken) > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d of %d records cannot be decided under the whole policy and are in no figure", len(whole.needs)+len(whole.broken), len(set.refs)))
	}
	for _, part := range ablate.Parts(settings) {
		if !only.MatchString(part.Path) {
			continue
		}
		one, err := f.without(c, set, asked, whole, p.Name, dir, part)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, *one)
	}
	if len(out.Parts) == 0 {
		return nil, fail(ExitFailed, "policy %s has no part that matches %q", p.Name, f.only)
	}
	out.adjust()
	return out, nil
}

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

// adjust gives each part its p-value among all, and takes verdicts back that do not stand among them.
func (a *ablation) adjust() {
	var p []float64
	var of []int
	for i := range a.Parts {
		if m := a.Parts[i].Accuracy; m != nil {
			p, of = append(p, *m.P), append(of, i)
		}
	}
	for k, v := range stats.BenjaminiHochberg(p) {
		one := &a.Parts[of[k]]
		one.AdjustedP = &v
		if one.Verdict != compare.Equivalent && v > stats.Alpha {
			one.Verdict = compare.Inconclusive
		}
	}
}

func (a *ablation) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d records: what each part is worth, the policy with it against the policy without it\n\n", a.Policy, a.Records)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "part\tpoints\t95 %\tp, adjusted\tBrier\tanswered\tsearches\tflips\tmoved\tneeds\tverdict")
	order := slices.Clone(a.Parts)
	slices.SortStableFunc(order, func(x, y ablated) int { return cmp.Compare(worth(&y), worth(&x)) })
	var idle, stuck []string
	for i := range order {
		one := &order[i]
		switch {
		case one.Why != "":
			stuck = append(stuck, one.Path+": "+one.Why)
		case !one.active():
			idle = append(idle, one.Path)
		case one.Accuracy == nil:
			fmt.Fprintf(t, "%s\t-\t-\t-\t-\t-\t-\t-\t-\t%d\tall need evidence that was never fetched\n", one.Path, one.Needs)
		default:
			m := one.Accuracy
			fmt.Fprintf(t, "%s\t%+.1f\t[%+.1f, %+.1f]\t%.4f\t%+.4f\t%+.1f\t%+.4g\t%d\t%d\t%d\t%s\n", one.Path, 100*m.Difference, 100*m.Interval.Low, 100*m.Interval.High,
				*one.AdjustedP, one.Brier.Difference, 100*one.Answered.Difference, searchesOf(one), one.Flipped, one.Moved, one.Needs, one.Verdict)
		}
	}
	_ = t.Flush() // a strings.Builder takes everything
	if len(idle) > 0 {
		fmt.Fprintf(&b, "\nnever active, as without them every answer and confidence is the same: %s\n", strings.Join(idle, ", "))
	}
	if len(stuck) > 0 {
		fmt.Fprintf(&b, "\ncannot be switched off alone:\n  %s\n", strings.Join(stuck, "\n  "))
	}
	b.WriteString("\nbetter: the policy is better with the part; p by mid-p McNemar, adjusted by Benjamini-Hochberg; less Brier is better; searches are means\n")
	for _, n := range a.Notes {
		fmt.Fprintf(&b, "note: %s\n", plain(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func worth(a *ablated) float64 {
	if a.Accuracy == nil {
		return -2
	}
	return a.Accuracy.Difference
}

func searchesOf(a *ablated) float64 {
	for _, c := range a.Costs {
		if c.Name == "searches" {
			return c.Second.Mean - c.First.Mean
		}
	}
	return 0
}
