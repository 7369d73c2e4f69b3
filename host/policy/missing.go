package policy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// MissingSecrets reports each secret of the policy's sources and plugins that the environment
// does not have. A policy is correct without them; a run is not possible.
func (p *Policy) MissingSecrets() hcl.Diagnostics {
	var diags hcl.Diagnostics
	check := func(what string, at Pos, secrets map[string]string, config map[string]any) {
		values := map[string]any{}
		for setting := range secrets {
			values[setting] = nil
		}
		for _, setting := range slices.Sorted(maps.Keys(values)) {
			if config[setting] != nil {
				continue
			}
			where := hcl.Pos{Line: at.Line, Column: at.Column}
			diags = append(diags, diag.Error(diag.CodeNoSecret, hcl.Range{Filename: at.File, Start: where, End: where},
				fmt.Sprintf("%s needs the secret %s", what, secrets[setting]), fmt.Sprintf("Its setting %s is secret(%q). Set the environment variable %s.", setting, secrets[setting], secrets[setting])))
		}
	}
	for _, s := range p.Sources {
		check(fmt.Sprintf("Source %q", s.Name), s.At, s.Secrets, s.Config)
	}
	for _, plugin := range p.Plugins {
		check(fmt.Sprintf("Plugin %q", plugin.Name), plugin.At, plugin.Secrets, plugin.Config)
	}
	return diags
}
