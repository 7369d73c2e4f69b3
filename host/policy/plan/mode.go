package plan

import "github.com/sparkhost/sparkhost/host/policy"

// An Absent is a block that the policy writes and that is switched off here.
type Absent struct {
	Block string     `json:"block"` // such as round "bridge"
	Why   string     `json:"why"`
	At    policy.Pos `json:"at"`
}

// A Role is a task for a language model. Without a model it is not done, and those who would have asked, Asked
// by, go their way by rules.
type Role struct {
	Role  string     `json:"role"`
	Model string     `json:"model,omitempty"` // name in the policy; empty: the role is bound to none
	Name  string     `json:"name,omitempty"`  // as the endpoint calls it
	By    string     `json:"by,omitempty"`    // the block that asks, of a role that is bound to none
	At    policy.Pos `json:"at"`
}

func absent(p *policy.Policy) []Absent {
	out := []Absent{}
	for _, a := range p.Absent {
		out = append(out, Absent{a.String(), a.Why, a.At})
	}
	return out
}

func roles(p *policy.Policy) []Role {
	out := []Role{}
	for _, r := range p.Roles {
		for _, m := range p.Models {
			if m.Name == r.Model {
				out = append(out, Role{Role: r.Role, Model: r.Model, Name: m.Model, At: r.At})
			}
		}
	}
	for _, u := range p.Unbound {
		out = append(out, Role{Role: u.Role, By: u.Block, At: u.At})
	}
	return out
}
