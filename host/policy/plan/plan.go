// Package plan foresees what a policy does, without running anything: the resolved order,
// the values in force and where each came from, the most that a question may cost, the
// conditions that never change, and what another version of the policy means differently.
//
// Everything here is pure and a function of its arguments.
package plan

import (
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
)

// FormatVersion is that of the JSON form.
const FormatVersion = 1

// A Question is the kind of question that the worst case is for.
type Question struct {
	Options   int `json:"options"`    // texts that can be searched for: 0 for a claim, a free or a yes/no question
	SubClaims int `json:"sub_claims"` // what it asks in all: its clauses, and one more for each option
}

// A Plan says what a policy is about to do to one question.
type Plan struct {
	FormatVersion int          `json:"format_version"`
	Policy        string       `json:"policy"`
	Description   string       `json:"description,omitempty"`
	Digest        string       `json:"digest"`
	Mode          string       `json:"mode"`
	Absent        []Absent     `json:"absent"` // blocks that are switched off
	Roles         []Role       `json:"roles"`  // of language models
	Question      Question     `json:"question"`
	Sources       []string     `json:"sources"`
	Rounds        []Round      `json:"rounds"`   // in the order in which they run
	Searches      []Searches   `json:"searches"` // of gap analysis, handlers, full texts and falsification, beside those of rounds
	Adaptive      string       `json:"adaptive"` // when retrieval ends early; empty: it does not
	Calls         []Calls      `json:"calls"`
	ModelCalls    []ModelCalls `json:"model_calls"`
	Gates         []Gate       `json:"gates"`
	Variables     []Variable   `json:"variables"`
	Worst         Worst        `json:"worst_case"`
	Upgrades      *Upgrades    `json:"upgrades,omitempty"` // nil: no cap of a batch
	Constant      []Constant   `json:"constant_conditions"`
	At            policy.Pos   `json:"at"`
	conditions    []condition  // all of them, with their places
}

// A Round is one round and the most that it asks.
type Round struct {
	Name    string     `json:"name"`
	When    string     `json:"when,omitempty"`
	Passes  int64      `json:"passes"`          // at most
	Until   string     `json:"until,omitempty"` // what ends them
	Intents []Intent   `json:"intents"`
	Sources []string   `json:"sources"`
	Most    Searches   `json:"most"`
	Counts  bool       `json:"counts_against_max"`
	At      policy.Pos `json:"at"`
}

// An Intent is a reason to search, and its query templates.
type Intent struct {
	Name    string   `json:"name"`
	Queries []string `json:"queries"`
	Against bool     `json:"against,omitempty"`
	// AnswerTypes are those for which it asks at all; empty: all (S0-01).
	AnswerTypes []string `json:"answer_types,omitempty"`

	pairs *policy.Intent // set if it asks for pairs of options (S3-01)
}

// Searches are the most that something searches for.
type Searches struct {
	Of       string `json:"of"`      // such as "round.primary", "gap.coverage"
	Queries  int64  `json:"queries"` // texts
	Searches int64  `json:"searches"`
	Results  int64  `json:"results"` // hits
	Why      string `json:"why"`     // how the number comes about
}

// Calls are the most calls of one stage, and the most fuel of them together.
type Calls struct {
	Stage  string     `json:"stage"` // such as "select.authority"
	Plugin string     `json:"plugin"`
	Most   int64      `json:"calls"`
	Fuel   int64      `json:"fuel"` // units, of all its calls
	At     policy.Pos `json:"at"`
}

// A Gate is one gate in the order of asking.
type Gate struct {
	Name      string     `json:"name"`
	Level     string     `json:"level"`
	Condition string     `json:"condition"`
	Otherwise string     `json:"otherwise"`
	Reason    string     `json:"reason"`
	At        policy.Pos `json:"at"`
}

// A Variable is an input with its value and where that is from.
type Variable struct {
	Name      string     `json:"name"`
	Value     any        `json:"value"` // null if sensitive
	Sensitive bool       `json:"sensitive,omitempty"`
	From      string     `json:"from"`     // "default", "flag", "file <path>" or "env <NAME>"
	Origin    policy.Pos `json:"origin"`   // where the value is written, for default and file
	Declared  policy.Pos `json:"declared"` // its block
}

// A Constant is a condition that is the same in every run.
type Constant struct {
	Where string     `json:"where"` // such as "round.bridge.when"
	Text  string     `json:"text"`
	Value bool       `json:"value"`
	Why   string     `json:"why"`
	At    policy.Pos `json:"at"`
}

// New plans a question of the given kind under a policy.
func New(p *policy.Policy, q Question) *Plan {
	if p.Plan.Role != "" { // a model's parts, and one more for each option
		q.SubClaims = max(q.SubClaims, p.Plan.SubClaims+q.Options)
	}
	out := &Plan{
		FormatVersion: FormatVersion, Policy: p.Name, Description: p.Description, Digest: p.Digest, Question: q,
		Sources: sourceNames(p, nil), Rounds: []Round{}, Searches: []Searches{}, Calls: []Calls{}, Gates: []Gate{},
		Variables: []Variable{}, Constant: []Constant{}, At: p.At, Adaptive: adaptive(p),
	}
	for i := range p.Rounds {
		out.Rounds = append(out.Rounds, roundOf(p, &p.Rounds[i], q))
	}
	for i := range p.Gates {
		out.gate(&p.Gates[i])
	}
	for i := range p.Handlers {
		out.note("on."+p.Handlers[i].Kind+".when", p.Handlers[i].When)
	}
	for i := range p.Falsify {
		out.note("falsify."+p.Falsify[i].Kind+".when", p.Falsify[i].When)
	}
	for _, v := range p.Variables {
		out.Variables = append(out.Variables, variableOf(v))
	}
	for i := range p.Rounds {
		out.note("round."+p.Rounds[i].Name+".when", p.Rounds[i].When)
		out.note("round."+p.Rounds[i].Name+".repeat.until", p.Rounds[i].Repeat.Until)
	}
	out.Searches = slices.Concat(gapSearches(p, q), subroundSearches(p), textSearches(p), handlerSearches(p, q), followUpSearches(p), falsifySearches(p, q))
	out.Calls, out.ModelCalls = callsOf(p), modelCalls(p)
	out.Mode, out.Absent, out.Roles = string(p.Mode), absent(p), roles(p)
	out.Worst, out.Upgrades = worst(p, out), upgrades(p)
	out.Constant = constants(out.conditions, p)
	return out
}

func (out *Plan) gate(g *policy.Gate) {
	out.Gates = append(out.Gates, Gate{
		Name: g.Name, Level: string(g.Level), Condition: g.Condition.Text, Otherwise: g.Otherwise, Reason: g.Reason, At: g.At,
	})
	out.note("gate."+g.Name+".condition", g.Condition)
}

func variableOf(v policy.Variable) Variable {
	out := Variable{Name: v.Name, Value: v.Value, Sensitive: v.Sensitive, From: v.From, Origin: v.Origin, Declared: v.At}
	if v.Sensitive {
		out.Value = nil
	}
	return out
}

func roundOf(p *policy.Policy, r *policy.Round, q Question) Round {
	out := Round{Name: r.Name, Intents: []Intent{}, Sources: sourceNames(p, r.Sources), Passes: passes(r), Counts: r.CountsAgainstMax, At: r.At}
	if r.When != nil {
		out.When = r.When.Text
	}
	if r.Repeat.Until != nil {
		out.Until = r.Repeat.Until.Text
	}
	for _, name := range r.Intents {
		i := slices.IndexFunc(p.Intents, func(in policy.Intent) bool { return in.Name == name })
		if i >= 0 {
			out.Intents = append(out.Intents, intentOf(&p.Intents[i]))
		}
	}
	out.Most = roundSearches(r, out, q)
	return out
}

func intentOf(in *policy.Intent) Intent {
	out := Intent{Name: in.Name, Queries: in.Queries, Against: in.Against, AnswerTypes: in.AnswerTypes}
	if in.Pairs.Max > 0 {
		out.pairs = in
	}
	return out
}

// sourceNames returns those of a policy, or those of them that a round names.
func sourceNames(p *policy.Policy, only []string) []string {
	out := []string{}
	for _, s := range p.Sources {
		if len(only) == 0 || slices.Contains(only, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}
