package evalcmd

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/stats"
	"github.com/sparkhost/sparkhost/host/policy/plan"
)

// powerFlags are the flags of `eval power`.
type powerFlags struct {
	judgeFlags
	flags.LoadFlags
	effect, power, discordance, clusters float64
	number, repeats                      int
	policy, format                       string
}

func newEvalPowerCommand() *cobra.Command {
	var f powerFlags
	c := &cobra.Command{
		Use:   "power [PILOT-A PILOT-B]",
		Short: "Compute how many questions a comparison needs, or what a number of them can show",
		Long: "With --effect: how many questions find this difference of accuracy. With --number: the smallest difference that this many find.\n" +
			"With both: the chance of finding it. A difference is found if the mid-p McNemar test of `eval compare` is significant at 5 %.\n\n" +
			"The result depends on the discordance, the share of questions that only one side gets right. Give --discordance or a pilot: two\n" +
			"files of results or folders as for `eval compare`, with --questions. Without either, several values are shown. --policy adds the\n" +
			"highest cost for both sides, as in `policy plan`; a pilot adds the cost at its prices.\n\n" +
			"Exit codes: 0 computed, even if no number of questions is enough, 1 failed, 2 the policy is wrong.",
		Example: "  sparkhost eval power --effect 0.04\n" +
			"  sparkhost eval power --number 500 --discordance 0.1 --policy standard\n" +
			"  sparkhost eval power --effect 0.03 old.jsonl new.jsonl --questions pilot.jsonl",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 1 || len(args) > 2 {
				return shell.Fail(shell.ExitFailed, "a pilot is two files of results or folders; usage: %s%s", c.UseLine(), shell.HelpHint(c))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.Float64Var(&f.effect, "effect", 0, "difference of accuracy to detect, as a share: 0.04 is four points")
	fs.IntVar(&f.number, "number", 0, "number of questions")
	fs.Float64Var(&f.discordance, "discordance", 0, "share of questions that only one side gets right")
	fs.Float64Var(&f.power, "power", stats.DefaultPower, "chance of finding the difference")
	fs.Float64Var(&f.clusters, "design-effect", 1, "design effect of clustered questions, as `eval compare` prints it")
	fs.StringVar(&f.policy, "policy", "", "also print the highest cost of the questions under this policy, for each side")
	fs.IntVar(&f.repeats, "repeats", 1, "with --policy or a pilot: how often each question is answered; repeats cost money but add no questions")
	fs.StringVar(&f.judgeFlags.questions, "questions", "", "`file` of questions of the pilot, with their answers")
	fs.StringVar(&f.format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	f.LoadFlags.Register(c)
	return c
}

// A powerRow holds the figures at one discordance.
type powerRow struct {
	Discordance float64  `json:"discordance"`
	Questions   *int     `json:"questions"` // that find the effect; null: none do
	MDE         *float64 `json:"mde"`       // of the number of questions; null: none
	Power       *float64 `json:"power"`     // of the number of questions, for the effect
	MaxCostUSD  *float64 `json:"max_cost_usd"`
	CostUSD     *float64 `json:"cost_usd"` // at the pilot's prices
}

// A powerReport is the output of `eval power`.
type powerReport struct {
	FormatVersion int        `json:"format_version"`
	Effect        float64    `json:"effect,omitempty"`
	Number        int        `json:"number,omitempty"`
	Power         float64    `json:"power"`
	DesignEffect  float64    `json:"design_effect"`
	Pilot         int        `json:"pilot,omitempty"` // its answers
	Rows          []powerRow `json:"rows"`
	Notes         []string   `json:"notes"`
}

// usualDiscordances are shown where none is given.
var usualDiscordances = []float64{0.05, 0.10, 0.15, 0.20, 0.25, 0.40}

func (f *powerFlags) run(c *cobra.Command, args []string) error {
	if err := f.checkPower(); err != nil {
		return err
	}
	for _, name := range []string{"discordance", "design-effect"} {
		if len(args) > 0 && c.Flags().Changed(name) {
			return shell.Fail(shell.ExitFailed, "--%s: the pilot %s %s has its own; leave out the flag or the files", name, args[0], args[1])
		}
	}
	r := &powerReport{FormatVersion: 1, Effect: f.effect, Number: f.number, Power: f.power, DesignEffect: f.clusters, Notes: []string{}}
	discordances, cost := usualDiscordances, -1.0
	if f.discordance > 0 {
		discordances = []float64{f.discordance}
	}
	if len(args) == 2 {
		pilot, err := f.readPilot(args)
		if err != nil {
			return err
		}
		discordances, cost = []float64{pilot.discordance}, pilot.cost
		r.Pilot, r.DesignEffect, r.Notes = pilot.answers, pilot.effect, append(r.Notes, pilot.note)
	}
	most, err := f.mostCost(c, r)
	if err != nil {
		return err
	}
	for _, d := range discordances {
		r.Rows = append(r.Rows, f.row(d, r.DesignEffect, most, cost))
	}
	if f.format == "json" {
		return shell.WriteLine(c.OutOrStdout(), r)
	}
	return r.write(c.OutOrStdout())
}

func (f *powerFlags) checkPower() error {
	switch wrong := checkFormat(f.format); {
	case wrong != nil:
		return wrong
	case f.effect == 0 && f.number == 0:
		return shell.Fail(shell.ExitFailed, "missing input: give --effect, such as 0.04 for four points, or --number of questions, or both")
	case !(f.effect >= 0 && f.effect <= 1):
		return shell.Fail(shell.ExitFailed, "--effect %g: must be a share from 0 to 1, such as 0.04 for four points", f.effect)
	case f.number < 0 || f.number > 1_000_000:
		return shell.Fail(shell.ExitFailed, "--number %d: must be between 1 and 1,000,000", f.number)
	case !(f.discordance >= 0 && f.discordance <= 1):
		return shell.Fail(shell.ExitFailed, "--discordance %g: must be a share from 0 to 1", f.discordance)
	case !(f.power > 0.05 && f.power < 1):
		return shell.Fail(shell.ExitFailed, "--power %g: must be above 0.05 and below 1, such as 0.8", f.power)
	case !(f.clusters >= 1 && f.clusters < 1e6):
		return shell.Fail(shell.ExitFailed, "--design-effect %g: must be at least 1", f.clusters)
	case f.repeats < 1:
		return shell.Fail(shell.ExitFailed, "--repeats %d: must be at least 1", f.repeats)
	}
	return nil
}

func (f *powerFlags) row(discordance, effect, most, cost float64) powerRow {
	row := powerRow{Discordance: discordance}
	n := f.number
	worth := int(float64(f.number) / effect)
	if f.number > 0 {
		if mde, ok := stats.MDE(worth, discordance, f.power); ok {
			row.MDE = &mde
		}
	}
	if f.effect > 0 {
		if q, ok := stats.Questions(discordance, f.effect, f.power); ok {
			q = int(math.Ceil(float64(q)*effect - 1e-9))
			row.Questions = &q
			if n == 0 {
				n = q
			}
		}
		if f.number > 0 && f.effect <= discordance {
			p := stats.Power(worth, discordance, f.effect)
			row.Power = &p
		}
	}
	for _, one := range []struct {
		each float64
		to   **float64
	}{{most, &row.MaxCostUSD}, {cost, &row.CostUSD}} {
		if one.each >= 0 && n > 0 {
			total := one.each * float64(n*f.repeats)
			*one.to = &total
		}
	}
	return row
}

// mostCost returns the highest cost of a question under the policy, on both sides, in USD; under 0: it is not asked for, or has no bound.
func (f *powerFlags) mostCost(c *cobra.Command, r *powerReport) (float64, error) {
	if f.policy == "" {
		return -1, nil
	}
	opts, err := f.LoadFlags.Options(f.policy)
	if err != nil {
		return 0, err
	}
	p, err := flags.Load(c, opts)
	if err != nil {
		return 0, err
	}
	bound := plan.New(p.Policy, plan.Question{Options: 4, SubClaims: 6}).Worst.Cost
	if bound.Unbounded {
		r.Notes = append(r.Notes, fmt.Sprintf("policy %s does not limit its cost: %s", p.Name, bound.Why))
		return -1, nil
	}
	r.Notes = append(r.Notes, fmt.Sprintf("a question costs %.4f USD at most under policy %s (%s); both sides are counted", float64(bound.Most)/1e6, p.Name, bound.Why))
	return 2 * float64(bound.Most) / 1e6, nil
}
