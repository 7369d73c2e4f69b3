package evalcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval/ablate"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// ablatedName is the name of the policy without a part.
const ablatedName = "without_a_part"

// briefDraws is the number of resamples of the costs of an ablation.
const briefDraws = 400

// ablateFlags are the flags of `eval ablate`.
type ablateFlags struct {
	flags.ReplayFlags
	judgeFlags
	records []string
	only    string
}

func newEvalAblateCommand() *cobra.Command {
	var f ablateFlags
	c := &cobra.Command{
		Use:   "ablate POLICY --records DIR --questions FILE",
		Short: "Switch off each part of a policy in turn and measure what it contributes",
		Long: "Re-decides recorded runs under the policy, and again without each of its parts in turn: rounds, intents, gaps, stages with the\n" +
			"terms that read them, terms, gates (which then only advise), and all else that the policy language can switch off. The table\n" +
			"compares the policy with and without each part, with p-values adjusted for the number of parts (Benjamini-Hochberg), and names\n" +
			"the parts that did nothing in these runs and those that cannot be switched off alone. Record DIR with the same policy if you can.\n\n" +
			"If the policy without a part needs queries that no run made, those questions are left out of that part's figures and\n" +
			"counted; --fetch makes the missing queries.\n\n" +
			"Exit codes: 0 done, whatever it found, 1 failed, 2 the policy is wrong.",
		Example: "  sparkhost run --corpus papers.jsonl --questions dev.jsonl --policy standard --record records --format jsonl --out r.jsonl\n" +
			"  sparkhost eval ablate standard --records records --questions dev.jsonl\n" +
			"  sparkhost eval ablate mine.policy.hcl --records records --questions dev.jsonl --only 'term\\.|gate\\.'",
		Args: shell.Needs("POLICY"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.ReplayFlags.Register(c)
	f.judgeFlags.register(c)
	c.Flags().StringArrayVar(&f.records, "records", nil, "folder of records, cache folder, record file or run id (repeatable)")
	c.Flags().StringVar(&f.only, "only", "", "only parts whose path matches this regular `expression`")
	c.Flags().StringVar(&f.Format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// An ablated measures what a part is worth: differences are of the whole policy less the policy without the part.
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

// An ablation is the output of `eval ablate`.
type ablation struct {
	FormatVersion int       `json:"format_version"`
	Policy        string    `json:"policy"`
	Records       int       `json:"records"`
	Parts         []ablated `json:"parts"`
	Notes         []string  `json:"notes"`
}

func (f *ablateFlags) run(c *cobra.Command, given string) (err error) {
	only, err := regexp.Compile(f.only)
	switch wrong := checkFormat(f.Format); {
	case wrong != nil:
		return wrong
	case err != nil:
		return shell.Fail(shell.ExitFailed, "--only: %w", err)
	case len(f.records) == 0 || f.judgeFlags.questions == "":
		return shell.Fail(shell.ExitFailed, "missing input: give --records DIR (`run --record DIR` writes them) and --questions FILE with answers")
	}
	if err := f.check(); err != nil {
		return err
	}
	asked, err := f.judged(nil)
	if err != nil {
		return err
	}
	set, err := f.ReplayFlags.Records(c, f.records)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	out, err := f.ablate(c, given, only, set, asked)
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return shell.WriteLine(c.OutOrStdout(), out)
	}
	return out.write(c.OutOrStdout())
}

func (f *ablateFlags) ablate(c *cobra.Command, given string, only *regexp.Regexp, set *flags.RecordSet, asked *askedSet) (_ *ablation, err error) {
	mode, err := f.ChosenMode()
	if err != nil {
		return nil, err
	}
	p, err := flags.Load(c, load.Options{Path: given, Mode: mode, Shipped: policies.FS, Vars: f.Vars, VarFiles: f.VarFiles, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version})
	if err != nil {
		return nil, err
	}
	settings, err := p.Set.Settings(p.Name)
	if err != nil {
		return nil, err
	}
	quiet := *c
	quiet.SetErr(io.Discard) // load has told what is to be said of the policy; what is wrong without a part is in the matrix
	decider := newDecider(&f.ReplayFlags, &quiet, set)
	defer func() { err = errors.Join(err, decider.close()) }()
	whole, err := decider.decide(given)
	if err != nil {
		return nil, err
	}
	if err := whole.undecided(); err != nil {
		return nil, err
	}
	if len(whole.sample.Results) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "none of the %d records can be re-decided under %s; record runs with it:  `run --policy %s --record DIR`", len(set.Refs), given, given)
	}
	dir, err := besides(given)
	if err != nil {
		return nil, err
	}
	defer func() { err = inPlace(errors.Join(err, os.RemoveAll(dir)), dir) }()
	out := &ablation{FormatVersion: 1, Policy: p.Name, Records: len(set.Refs), Notes: slices.Concat([]string{}, asked.notes, whole.olderRecords())}
	if len(whole.needs)+len(whole.broken) > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d of %d records cannot be re-decided under the whole policy and are left out", len(whole.needs)+len(whole.broken), len(set.Refs)))
	}
	parts := slices.DeleteFunc(ablate.Parts(settings), func(p ablate.Part) bool { return !only.MatchString(p.Path) })
	if len(parts) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "policy %s has no part that matches %q", p.Name, f.only)
	}
	paths, err := overlays(dir, p.Name, parts)
	if err != nil {
		return nil, err
	}
	err = decider.each(paths, func(i int, without *replayedSide, err error) error {
		one, err := f.without(asked, whole, without, err, parts[i], paths[i])
		if err == nil {
			out.Parts = append(out.Parts, *one)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.adjust()
	return out, nil
}
