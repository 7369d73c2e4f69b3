package flags

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/binding"
	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// ModelsFlag is the flag --model: which models a policy's roles are bound to.
type ModelsFlag struct{ Models []string }

// RegisterModels adds --model to a command.
func (f *ModelsFlag) RegisterModels(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.Models, "model", nil,
		"ask the model `FLAVOUR:NAME[@URL]` in every role, or ROLE=FLAVOUR:NAME in one; a role's further models are its fallbacks (repeatable)")
	// The error can only be an unknown flag, which the line above rules out.
	_ = c.RegisterFlagCompletionFunc("model", completeModel)
}

// completeModel offers flavours, and roles in front of them, up to the name, which only the operator knows.
func completeModel(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	prefix := ""
	if role, _, ok := strings.Cut(begun, "="); ok {
		prefix = role + "="
	}
	var out []string
	for _, f := range binding.Flavours() {
		out = append(out, prefix+f+":")
	}
	if prefix == "" {
		for _, r := range model.Roles() {
			out = append(out, string(r)+"=")
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return !strings.HasPrefix(s, begun) })
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// ModelHelp tells what --model means, for long help texts.
func ModelHelp() string {
	return "--model FLAVOUR:NAME lets a language model help: anthropic and openai ask the vendors, as do " +
		strings.Join(vendors(), ", ") + ";\n" + strings.Join(flavour.Names(func(f flavour.Flavour) bool { return f.Local }), ", ") +
		" ask a server of this machine, and @URL another one. See docs/models.md."
}

func vendors() []string {
	return flavour.Names(func(f flavour.Flavour) bool { return !f.Local && f.Base != "" })
}
