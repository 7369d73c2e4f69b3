package runcmd

import (
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// A tally counts how the questions of a run ended and what they took. The zero value has none.
type tally struct {
	questions int
	searches  int64
	usd       float64
	verdicts  map[record.Verdict]int
}

func (t *tally) add(r *record.Result) {
	if t.verdicts == nil {
		t.verdicts = map[record.Verdict]int{}
	}
	t.questions++
	t.verdicts[r.Verdict]++
	t.searches += r.Budget.Searches
	t.usd += r.Budget.CostUSD
}

// show closes a run of several questions with their sum, where people look.
func (t *tally) show(w io.Writer) {
	if t.questions > 1 && shell.IsTerminal(w) {
		fmt.Fprintln(w, "sparkhost: "+t.String())
	}
}

// String names the questions, how they ended and what they cost.
func (t *tally) String() string {
	text := fmt.Sprintf("%d questions", t.questions)
	for _, v := range shell.SortedKeys(t.verdicts) {
		text += fmt.Sprintf(", %d %s", t.verdicts[v], v)
	}
	return fmt.Sprintf("%s; %.3f USD, %d searches", text, t.usd, t.searches)
}
