package load

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// A Shortage is a limit of a plugin under which it could not even start.
type Shortage struct {
	Plugin string // the name in the policy
	Memory bool   // of memory; false: of fuel
	Need   int64  // bytes that the module declares; 0: not known
	Detail string // what the sandbox said
}

// Short is phase I for a plugin that its limits kept from starting. The diagnostic points at the limit
// in the policy, or at the plugin if the host's own limit is at stake.
func (s *Set) Short(short Shortage) *hcl.Diagnostic {
	code, name, detail := diag.CodeLittleFuel, "fuel", "Raise limits { fuel } of the plugin."
	if short.Memory {
		code, name, detail = diag.CodeLittleMemory, "memory", "Raise limits { memory } of the plugin."
	}
	if short.Memory && short.Need > 0 {
		detail = fmt.Sprintf("Its module starts with %s: write limits { memory = %q } or more.", amountOfMemory(short.Need), amountOfMemory(short.Need))
	}
	var at hcl.Range
	for _, n := range s.world.effective("plugin", "plugin") {
		if n.Label == short.Plugin {
			at = n.Section("limits").ValueAt(name)
		}
	}
	return diag.Error(code, at, fmt.Sprintf("Plugin %q needs more %s to start", short.Plugin, name), diag.Capital(short.Detail)+". "+detail)
}

func amountOfMemory(n int64) string { return (&schema.Attr{Kind: schema.KindSize}).Amount(float64(n)) }
