package batch

import (
	"errors"
	"fmt"
	"time"
)

// A Manifest describes a batch. It is written when the batch is submitted; Pushed, Dealt, Reopened, Deadline, Cancelled, the budget, what is paid and
// whether records are kept may change later.
type Manifest struct {
	ID        string    `json:"id"`
	Host      string    `json:"host"` // version of the host that submitted; other versions take no job
	Setup     Setup     `json:"setup"`
	Questions int       `json:"questions"`          // number of questions; they are numbered from 0
	Sample    Job       `json:"sample"`             // the first job: a worker whose run id of it differs lacks something
	Upgrades  int       `json:"upgrades,omitempty"` // most upgrades of the batch (S3-19): questions are first asked without; 0: no cap
	Pushed    bool      `json:"pushed,omitempty"`   // all jobs were stored once, so one that is neither waiting nor answered was lost
	Dealt     bool      `json:"dealt,omitempty"`    // all upgrades are dealt out: the questions that get one are asked again, or were
	Reopened  int       `json:"reopened,omitempty"` // times that questions were asked again by hand or after a loss
	Submitted time.Time `json:"submitted,omitzero"`
	By        string    `json:"by,omitempty"`      // client of a service that submitted it
	Deadline  time.Time `json:"deadline,omitzero"` // no job is started after it
	Cancelled bool      `json:"cancelled,omitempty"`

	// BudgetMicroUSD limits what all questions may cost together, in millionths of a dollar; 0: no limit.
	BudgetMicroUSD int64 `json:"budget_micro_usd,omitempty"`
	// WorstMicroUSD is the most that one question may cost by the policy; it is reserved before the question is asked.
	WorstMicroUSD int64 `json:"worst_micro_usd,omitempty"`

	// PaidQuestions and PaidMicroUSD count what clients of a service have paid for the batch.
	PaidQuestions int   `json:"paid_questions,omitempty"`
	PaidMicroUSD  int64 `json:"paid_micro_usd,omitempty"`
}

// ErrDamaged is matched when a manifest is not one that this program wrote.
var ErrDamaged = errors.New("the manifest is damaged; submit the batch again, with its deadline and budget")

// mostQuestions bounds a batch, as memory of who follows it grows with their number.
const mostQuestions = 10_000_000

// ReadManifest reads the manifest of a batch as [Seal] wrote it. The error matches [ErrDamaged].
func ReadManifest(id string, data []byte) (m Manifest, err error) {
	err = unseal(data, &m)
	switch {
	case err != nil:
	case m.ID != id:
		err = fmt.Errorf("it has the id %q", m.ID)
	case m.Questions < 1 || m.Questions > mostQuestions:
		err = fmt.Errorf("it has %d questions", m.Questions)
	case m.Upgrades < 0 || m.BudgetMicroUSD < 0 || m.WorstMicroUSD < 0 || m.PaidQuestions < 0 || m.PaidMicroUSD < 0:
		err = errors.New("it has negative numbers")
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, nil
}

// Reopen notes that questions are asked again, which may change who gets an upgrade.
func (m *Manifest) Reopen() { m.Dealt, m.Reopened = false, m.Reopened+1 }
