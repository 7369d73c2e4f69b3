package runcmd

import (
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// gravestFirst are the verdicts whose exit codes are 1, 7, 6, 4 and 0.
var gravestFirst = []record.Verdict{
	record.VerdictFailed, record.VerdictFault, record.VerdictBudget, record.VerdictRefused, record.VerdictAnswered,
}

func TestTheGravestResultOfABatchDecidesHowItEnds(t *testing.T) {
	for i, worse := range gravestFirst {
		for _, better := range gravestFirst[i:] {
			for _, order := range [][]record.Verdict{{worse, better}, {better, worse}} {
				e := newEnding(&sink{format: "jsonl", w: io.Discard}, 2, func() {})
				for n, v := range order {
					id := string(rune('a' + n))
					require.NoError(t, e.take(&record.Result{ID: id, Verdict: v, ExitCode: v.ExitCode()}))
				}
				assert.Equal(t, worse.ExitCode(), e.worst.Code, "%v", order)
				if e.worst.Code != shell.ExitDone {
					assert.Contains(t, e.worst.Why, `question "`+string(rune('a'+slices.Index(order, worse)))+`"`, "it names the first of the gravest")
				}
				assert.Equal(t, 2, e.done)
			}
		}
	}
}

func TestAnAbstentionIsGraverThanAnAnswerAndLessGraveThanARefusal(t *testing.T) {
	order := []int{shell.ExitFailed, shell.ExitPluginFault, shell.ExitBudget, shell.ExitRefused, shell.ExitAbstained, shell.ExitDone}
	for i, a := range order {
		for j, b := range order {
			assert.Equal(t, i < j, shell.Graver(a, b), "%d and %d", a, b)
		}
	}
}
