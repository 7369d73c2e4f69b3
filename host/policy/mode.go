package policy

import "fmt"

// An Absent is a block that the policy writes and that is switched off here.
type Absent struct {
	Kind string // of block, such as "round"
	Name string // its label
	Why  string // "only in mode research_max", "enabled is false"
	Ran  string // the metric that says whether it ran, which it never does; "": there is none
	At   Pos
}

// String returns the block as it is written, such as round "bridge".
func (a Absent) String() string {
	if a.Name == "" {
		return a.Kind
	}
	return fmt.Sprintf("%s %q", a.Kind, a.Name)
}

// WhyAbsent explains a name that is switched off in this mode; "" if none of that name is.
func (p *Policy) WhyAbsent(name string) string {
	for _, a := range p.Absent {
		if a.Name == name && name != "" {
			return fmt.Sprintf("%s is switched off in mode %s (%s)", a, p.Mode, a.Why)
		}
	}
	return ""
}
