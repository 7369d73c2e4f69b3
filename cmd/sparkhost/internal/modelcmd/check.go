package modelcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/model"
)

// modelCheckFlags are the flags of `model check`.
type modelCheckFlags struct {
	flags.LoadFlags
	policy, format, credentials, prices string
}

func newModelCheckCommand() *cobra.Command {
	var f modelCheckFlags
	c := &cobra.Command{
		Use:   "check",
		Short: "Check that each model of a policy answers, its key is valid and its price is known",
		Long: "Sends a short request to each model that a role of the policy is bound to, bypassing the cache. It costs as\n" +
			"much as a short question: well under a cent.\n\n" +
			"Exit codes: 0 all answer, 1 one does not or exceeds the budget, 2 the policy is wrong.",
		Example: "  sparkhost model check --policy mine.policy.hcl\n  sparkhost model check --policy standard --model anthropic:claude-haiku-4-5\n  sparkhost model check --policy mine.policy.hcl --credentials keys --format json",
		Args:    shell.None,
		RunE:    func(c *cobra.Command, _ []string) error { return f.check(c) },
	}
	f.Register(c)
	c.ValidArgsFunction = cobra.NoFileCompletions
	fs := c.Flags()
	fs.StringVar(&f.policy, "policy", ".", "policy: a file, a folder, path#name or a shipped name")
	fs.StringVar(&f.credentials, "credentials", "", "`file` of keys, NAME=VALUE per line, readable only by you")
	fs.StringVar(&f.prices, "prices", "", flags.PricesFlagText)
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func (f *modelCheckFlags) check(c *cobra.Command) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	o, err := f.Options(f.policy)
	if err != nil {
		return err
	}
	checks, err := host.CheckModels(c.Context(), host.Config{
		Policy: f.policy, Mode: o.Mode, Vars: o.Vars, VarFiles: o.VarFiles, Models: o.Models, Environ: os.Environ(), Credentials: f.credentials, Prices: f.prices,
		Notify: shell.NewProgress(c.ErrOrStderr()).Say,
	})
	switch {
	case c.Context().Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case errors.Is(err, host.ErrNoModel):
		return shell.Fail(shell.ExitFailed, "%w; add --model FLAVOUR:NAME, or write a model block and roles { synthesis = model.NAME }; see docs/models.md", err)
	case err != nil:
		return shell.Describe(c.ErrOrStderr(), err)
	}
	if f.format == "json" {
		err = shell.Encoder(c.OutOrStdout()).Encode(checks)
	} else {
		err = writeModelChecks(c.OutOrStdout(), checks)
	}
	if err != nil {
		return err
	}
	return modelVerdict(checks)
}

func modelVerdict(checks []host.ModelCheck) error {
	var bad []string
	for _, m := range checks {
		if !m.OK() {
			bad = append(bad, m.Name)
		}
	}
	if len(bad) > 0 {
		return shell.Fail(shell.ExitFailed, "%d of %d models are not usable: %s", len(bad), len(checks), strings.Join(bad, ", "))
	}
	return nil
}

func writeModelChecks(w io.Writer, checks []host.ModelCheck) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "MODEL\tROLES\tENDPOINT\tNAME\tREACHABLE\tKEY\tANSWERS\tPRICE\tNOTE")
	for _, m := range checks {
		price := string(m.Price)
		if m.Price != model.Unpriced && m.AsOf != "" {
			price += " of " + m.AsOf
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", m.Name, strings.Join(m.Roles, ", "), m.Endpoint, shell.Plain(m.Model),
			shell.Yes(m.Reachable), m.Key, shell.Yes(m.Answers), price, shell.OrDash(shell.Plain(m.Problem)))
	}
	return t.Flush()
}
