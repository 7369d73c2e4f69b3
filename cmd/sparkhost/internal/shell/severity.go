package shell

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/record"
)

// gravity orders exit codes of results: what could not be done at all comes first.
var gravity = map[int]int{ExitDone: 0, ExitAbstained: 1, ExitRefused: 2, ExitBudget: 3, ExitPluginFault: 4, ExitFailed: 5, ExitFault: 6}

// Graver says whether exit code a is more severe than b.
func Graver(a, b int) bool { return gravity[a] > gravity[b] }

// Worst keeps the most severe exit code of several results, and why the first result that has it does. The zero value is success.
type Worst struct {
	Code int
	Why  string
}

// Add takes the exit code of one result into account.
func (w *Worst) Add(code int, why string) {
	if Graver(code, w.Code) {
		w.Code, w.Why = code, why
	}
}

// ExplainCode says why a result has its exit code.
func ExplainCode(r *record.Result) string {
	if r.Error != "" {
		return fmt.Sprintf("question %q: %s", r.ID, r.Error)
	}
	said := string(r.Verdict)
	for _, g := range r.Gates {
		if !g.Passed {
			said += fmt.Sprintf("; gate %q (%s)", g.Name, g.Reason)
		}
	}
	return fmt.Sprintf("question %q: %s", r.ID, said)
}
