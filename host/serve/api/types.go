package api

import (
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/host/serve/catalog"
	"github.com/sparkhost/sparkhost/host/serve/quota"
	"github.com/sparkhost/sparkhost/host/serve/runs"
)

// question and result stand for a question line and a result line, whose schemas are elsewhere.
type (
	question struct{}
	result   struct{}
)

// Health says whether the service takes questions.
type Health struct {
	Status  string `json:"status"` // "ok" or "closing"
	Version string `json:"version"`
	Running int    `json:"running"`
	Waiting int    `json:"waiting"`
}

// AskRequest asks questions without waiting for them.
type AskRequest struct {
	Policy    string              `json:"policy,omitempty"` // default: the service's
	Questions []evidence.Question `json:"questions"`
	TimeoutS  float64             `json:"timeout_s,omitempty"` // 0: no limit
}

// RunStatus says how far a run has come.
type RunStatus struct {
	Run        string            `json:"run"`
	ID         string            `json:"id"` // of the question
	Policy     string            `json:"policy"`
	Status     runs.Status       `json:"status"`
	Links      map[string]string `json:"links"`
	Verdict    record.Verdict    `json:"verdict,omitempty"`
	Answer     string            `json:"answer,omitempty"`
	Confidence *float64          `json:"confidence,omitempty"`
}

// RunList is the runs of a request, in the order of its questions.
type RunList struct {
	Runs []RunStatus `json:"runs"`
}

// Runs is a page of the list of runs.
type Runs struct {
	Total int              `json:"total"` // that match
	Live  []RunStatus      `json:"live"`  // queued or running, of all clients
	Runs  []record.Summary `json:"runs"`
}

// A Batch is a batch on the queue of a fleet.
type Batch struct {
	Batch     string            `json:"batch"`
	State     string            `json:"state"` // submitting, open, done, failed, cancelled, lost, fault or damaged; of one that is damaged nothing else is known
	Policy    string            `json:"policy"`
	By        string            `json:"by,omitempty"` // client that submitted it
	Submitted string            `json:"submitted,omitempty"`
	Deadline  string            `json:"deadline,omitempty"`
	Questions int               `json:"questions"`
	Answered  int               `json:"answered"`
	Waiting   int               `json:"waiting"` // or at work
	Failed    int               `json:"failed"`  // questions that failed too often
	Faults    int               `json:"faults"`  // questions with two different answers
	Missing   int               `json:"missing"`
	BudgetUSD float64           `json:"budget_usd,omitempty"`
	Links     map[string]string `json:"links"`
}

// Batches are those that were submitted last, the newest first.
type Batches struct {
	Batches []Batch `json:"batches"`
}

// A BatchAnswer is the end of a question of a batch, as its events tell it.
type BatchAnswer struct {
	Number     int            `json:"number"` // of the question, from 1
	ID         string         `json:"id"`     // of the question
	Run        string         `json:"run,omitempty"`
	Verdict    record.Verdict `json:"verdict,omitempty"`
	Answer     string         `json:"answer,omitempty"`
	Confidence *float64       `json:"confidence,omitempty"`
	Error      string         `json:"error,omitempty"` // set in place of run and verdict
}

// Explained is the decision of a run.
type Explained struct {
	Run          record.Run           `json:"run"`
	Plan         *record.Plan         `json:"plan"`
	Rounds       []record.Round       `json:"rounds"`
	Options      []record.Option      `json:"options"`
	Conditions   []record.Condition   `json:"conditions"`
	Calibrations []record.Calibration `json:"calibrations"`
	Gates        []record.Gate        `json:"gates"`
	Partial      bool                 `json:"partial"`
}

// ReplayRequest says under which policy to decide a run anew.
type ReplayRequest struct {
	Policy string            `json:"policy,omitempty"` // default: the run's own, as its record carries it
	Vars   map[string]string `json:"vars,omitempty"`
}

// Replayed is a run that was decided anew.
type Replayed struct {
	Change replay.Change  `json:"change"`
	Result *record.Result `json:"result"` // null: it needs evidence that was never fetched, or cannot be decided
}

// WhatIfRequest says what to decide anew.
type WhatIfRequest struct {
	Policy  string            `json:"policy,omitempty"` // default: the service's
	Vars    map[string]string `json:"vars,omitempty"`
	Against string            `json:"against,omitempty"` // policy to compare with; default: what each record says
	Of      string            `json:"of,omitempty"`      // only runs that were made under the policy of this name
	Limit   int               `json:"limit,omitempty"`   // most runs; default and most 1000
	All     bool              `json:"all,omitempty"`     // list unchanged runs, too
}

// WhatIf reports the changes of a replay.
type WhatIf struct {
	Summary replay.Summary  `json:"summary"`
	Policy  *record.Named   `json:"policy"`
	Changes []replay.Change `json:"changes"` // those that flipped first, then those that moved
}

// Policies lists the policies. Problem says why the folder's content is not in force.
type Policies struct {
	Default  string           `json:"default"`
	Policies []catalog.Info   `json:"policies"`
	Problem  *catalog.Problem `json:"problem"`
}

// PolicyInfo is one policy.
type PolicyInfo struct {
	catalog.Info
	Plan  *plan.Plan        `json:"plan"`
	Files map[string]string `json:"files"` // texts that the policy is made of, by name
}

// ValidateRequest is the text of a policy file. It may extend the shipped policies.
type ValidateRequest struct {
	Text string            `json:"text"`
	Vars map[string]string `json:"vars,omitempty"`
}

// Validation says what is wrong with a text.
type Validation struct {
	Valid       bool          `json:"valid"`
	Diagnostics []diag.Report `json:"diagnostics"`
	Plan        *plan.Plan    `json:"plan"` // null: it is not valid
}

// DiffRequest names two policies.
type DiffRequest struct {
	Old   string `json:"old"`
	New   string `json:"new"`
	Limit int    `json:"limit,omitempty"` // most runs to decide; default and most 1000
}

// Diff lists the differences between two policies.
type Diff struct {
	Meaning []plan.Change `json:"meaning"`
	WhatIf
}

// Plugins reports what was done with the plugins of the open policies.
type Plugins struct {
	Plugins []Plugin `json:"plugins"`
}

// A Plugin is one module under one name, counted over the results of this process.
type Plugin struct {
	Name     string   `json:"name"`
	Digest   string   `json:"digest"`
	Calls    int64    `json:"calls"`
	Cached   int64    `json:"cached"` // of them, those that a run had made before
	Faults   int64    `json:"faults"` // runs that ended with a fault of a plugin
	Policies []string `json:"policies"`
}

// Sources is the state of the sources of live literature.
type Sources struct {
	Sources []Source `json:"sources"`
}

// A Source describes one source without asking it.
type Source struct {
	host.SourceInfo
	Done outbound.Counters `json:"done"` // since the service began
}

// SourceChecks holds the answers of the sources.
type SourceChecks struct {
	Checks []host.SourceCheck `json:"checks"`
}

// Budget reports a client's use.
type Budget struct {
	Client string      `json:"client"`
	Role   string      `json:"role"`
	Usage  quota.Usage `json:"usage"`
}
