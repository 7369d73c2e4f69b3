package evalcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/stats"
)

// A pilot predicts a large comparison from a small one.
type pilot struct {
	discordance, effect, cost float64
	answers                   int
	note                      string
}

func (f *powerFlags) readPilot(args []string) (*pilot, error) {
	all, err := (&compareFlags{judgeFlags: f.judgeFlags}).compare(nil, args)
	if err != nil {
		return nil, err
	}
	m := all.Comparisons[0].Metric(compare.Accuracy)
	if m == nil {
		return nil, shell.Fail(shell.ExitFailed, "the pilot has no answers: give --questions FILE")
	}
	discordant := m.Better + m.Worse
	i := stats.Wilson(discordant, m.Of)
	p := &pilot{discordance: float64(discordant) / float64(m.Of), effect: m.DesignEffect, answers: m.Of, cost: -1}
	p.note = fmt.Sprintf("discordance of the pilot: %d of %d, %.3f [%.3f, %.3f] (Wilson); its difference is %+.1f points", discordant, m.Of, p.discordance, i.Low, i.High, 100*m.Difference)
	if discordant == 0 {
		p.discordance = i.High
		p.note += "; with no discordant pair, the upper end of the interval is taken"
	}
	for _, c := range all.Comparisons[0].Costs {
		if c.Name == "cost_usd" {
			p.cost = c.First.Mean + c.Second.Mean
		}
	}
	return p, nil
}

func (r *powerReport) write(w io.Writer) error {
	var b strings.Builder
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "discordance %4.1f %%: ", 100*row.Discordance)
		var said []string
		if r.Effect > 0 {
			said = append(said, row.needed(r.Effect))
		}
		if r.Number > 0 {
			said = append(said, row.shown(r))
		}
		if row.MaxCostUSD != nil {
			said = append(said, fmt.Sprintf("at most %.2f USD", *row.MaxCostUSD))
		}
		if row.CostUSD != nil {
			said = append(said, fmt.Sprintf("%.2f USD at the pilot's prices", *row.CostUSD))
		}
		b.WriteString(strings.Join(said, "; ") + "\n")
	}
	fmt.Fprintf(&b, "found: in %.0f of 100 comparisons, by a two-sided mid-p McNemar test at 5 %%", 100*r.Power)
	if r.DesignEffect > 1 {
		fmt.Fprintf(&b, "; questions are clustered, with a design effect of %.2f", r.DesignEffect)
	}
	b.WriteByte('\n')
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (row *powerRow) needed(effect float64) string {
	if row.Questions == nil {
		return fmt.Sprintf("a difference of %.1f points exceeds the discordance or needs more than a million questions", 100*effect)
	}
	return fmt.Sprintf("%d questions find %.1f points", *row.Questions, 100*effect)
}

func (row *powerRow) shown(r *powerReport) string {
	text := fmt.Sprintf("%d questions are too few to find any difference with this power", r.Number)
	if row.MDE != nil {
		text = fmt.Sprintf("%d questions find %.1f points or more", r.Number, 100**row.MDE)
	}
	if row.Power != nil {
		text += fmt.Sprintf(", and %.1f points in %.0f of 100 comparisons", 100*r.Effect, 100**row.Power)
	}
	return text
}
