package policycmd

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
)

// planFlags are the flags of `policy plan`.
type planFlags struct {
	flags.LoadFlags
	against  string
	format   string
	question plan.Question
}

func newPolicyPlanCommand() *cobra.Command {
	var f planFlags
	c := &cobra.Command{
		Use:   "plan [PATH]",
		Short: "Preview what a policy does, and what a change of it means",
		Long: "Shows, without running anything: the rounds in order with queries, sources and conditions; the\n" +
			"variables and the origin of each value; the highest cost of one question; the conditions that are\n" +
			"the same in every run, and why; warnings; the digest.\n\n" +
			"--against shows instead the semantic changes since another version: a folder, a file, a shipped name, or a\n" +
			"git revision of the same PATH. It ignores comments, formatting and different spellings of the same value.\n\n" +
			"PATH is as in `policy validate`. The worst case assumes a question with --options searchable options\n" +
			"(0: a claim, or yes and no) and --sub-claims parts in all.\n\n" +
			"Exit codes: 0 done, also when something changed; 1 wrong usage or git could not help; 2 a policy is wrong.",
		Example: `  sparkhost policy plan standard
  sparkhost policy plan mine.policy.hcl --var min_coverage=0.6
  sparkhost policy plan mine.policy.hcl --against HEAD~1
  sparkhost policy plan mine.policy.hcl --against standard --format json`,
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, flags.PathOr(args)) },
	}
	f.Register(c)
	fs := c.Flags()
	fs.StringVar(&f.against, "against", "", "show what changed since this `folder, file, shipped name or revision`")
	fs.StringVar(&f.format, "format", "text", "output `format`: text or json")
	fs.IntVar(&f.question.Options, "options", 4, "number of options in the worst case")
	fs.IntVar(&f.question.SubClaims, "sub-claims", 0, "number of parts in the worst case: clauses, and one for each option (default: options + 2)")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func (f *planFlags) check() error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format must be text or json, not %q", f.format)
	}
	if f.question.Options < 0 || f.question.SubClaims < 0 || f.question.Options > 1000 || f.question.SubClaims > 1000 {
		return shell.Fail(shell.ExitFailed, "--options and --sub-claims must be between 0 and 1000")
	}
	if f.question.SubClaims == 0 {
		f.question.SubClaims = f.question.Options + 2
	}
	return nil
}

func (f *planFlags) run(c *cobra.Command, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	opts, err := f.Options(path)
	if err != nil {
		return err
	}
	p, err := flags.Load(c, opts)
	if err != nil {
		return err
	}
	if f.against != "" {
		return f.compare(c, opts, p)
	}
	out := planned{plan.New(p.Policy, f.question), reports(p.Warnings)}
	if f.format == "json" {
		return writeIndented(c, out)
	}
	return out.write(c.OutOrStdout())
}

// planned is the output of `policy plan` for one policy.
type planned struct {
	*plan.Plan
	Warnings []diag.Report `json:"warnings"`
}

// comparison is the output of `policy plan --against` for two policies.
type comparison struct {
	FormatVersion int           `json:"format_version"`
	Policy        string        `json:"policy"`
	Against       string        `json:"against"`
	OldDigest     string        `json:"old_digest"`
	NewDigest     string        `json:"new_digest"`
	Changes       []plan.Change `json:"changes"`
}

func (f *planFlags) compare(c *cobra.Command, opts load.Options, p *flags.Loaded) error {
	other, err := f.otherVersion(c, opts, p.Name)
	if err != nil {
		return err
	}
	old, err := other.Set.Settings(other.Name)
	if err != nil {
		return err
	}
	now, err := p.Set.Settings(p.Name)
	if err != nil {
		return err
	}
	out := comparison{plan.FormatVersion, p.Name, f.against, other.Digest, p.Digest, plan.Compare(old, now)}
	if f.format == "json" {
		return writeIndented(c, out)
	}
	return out.write(c.OutOrStdout())
}

func writeIndented(c *cobra.Command, v any) error {
	enc := shell.Encoder(c.OutOrStdout())
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func reports(diags hcl.Diagnostics) []diag.Report {
	out := []diag.Report{}
	for _, d := range diags {
		out = append(out, diag.NewReport(d))
	}
	return out
}
