package servecmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/serve/auth"
)

// newToken makes `serve token`.
func newToken() *cobra.Command {
	t := auth.Token{}
	var role string
	c := &cobra.Command{
		Use:   "token NAME",
		Short: "Make a token: its block for the token file to stdout, the token itself to stderr",
		Long: "Makes a token of 256 random bits. The block with its hash goes to standard output, for the file of `serve --tokens`; the token\n" +
			"goes to standard error, once: nothing keeps it.",
		Example: "  sparkhost serve token alice --role ask --questions-per-day 200 >> tokens.hcl && chmod 600 tokens.hcl",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t.Name, t.Role = args[0], auth.Role(role)
			secret := auth.NewSecret()
			t.Hash = auth.Hash(secret)
			if _, err := auth.NewKeyring([]auth.Token{t}); err != nil {
				return err
			}
			_, err := fmt.Fprint(c.OutOrStdout(), t.Block())
			_, serr := fmt.Fprintln(c.ErrOrStderr(), secret)
			return errors.Join(err, serr)
		},
	}
	fs := c.Flags()
	fs.StringVar(&role, "role", string(auth.Ask), "what the token is good for: ask or operate")
	fs.Int64Var(&t.QuestionsPerDay, "questions-per-day", 0, "questions that it may ask in a day (0: the service's limit)")
	fs.Float64Var(&t.USDPerDay, "usd-per-day", 0, "money that it may spend in a day (0: the service's limit)")
	_ = c.RegisterFlagCompletionFunc("role", cobra.FixedCompletions([]string{string(auth.Ask), string(auth.Operate)}, cobra.ShellCompDirectiveNoFileComp))
	return c
}
