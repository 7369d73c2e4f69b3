package behaviour

import (
	"fmt"
	"reflect"
)

// Differences says in which parts a measured behaviour differs from an attested one, each with both values. A check that only
// one side knows is not a difference: a later kit has more of them.
func (b *Behaviour) Differences(attested *Behaviour) []string {
	var out []string
	differ := func(what string, was, is any) {
		if !reflect.DeepEqual(was, is) {
			out = append(out, fmt.Sprintf("%s: attested %v, measured %v", what, was, is))
		}
	}
	differ("plugin", attested.Plugin, b.Plugin)
	differ("version", attested.Version, b.Version)
	differ("kind", attested.Kind, b.Kind)
	differ("contract", attested.Contract, b.Contract)
	differ("abi", attested.ABI, b.ABI)
	differ("sha256", attested.SHA256, b.SHA256)
	differ("columns", attested.Columns, b.Columns)
	differ("outputs", attested.Outputs, b.Outputs)
	differ("seed", attested.Seed, b.Seed)
	switch {
	case attested.Fuel != nil && b.Fuel != nil:
		differ("fuel", *attested.Fuel, *b.Fuel)
	case attested.Fuel != b.Fuel:
		differ("fuel known", attested.Fuel != nil, b.Fuel != nil)
	}
	now := map[string]string{}
	for _, c := range b.Checks {
		now[c.ID] = c.Status
	}
	for _, c := range attested.Checks {
		if status, known := now[c.ID]; known {
			differ("check "+c.ID, c.Status, status)
		}
	}
	return out
}
