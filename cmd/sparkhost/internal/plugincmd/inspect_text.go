package plugincmd

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// An outline holds the contents of a module's sections.
type outline struct {
	Imports       []string `json:"imports"` // module.name
	Exports       []string `json:"exports"`
	Memories      []span   `json:"memories"` // pages of 64 KiB
	Tables        []span   `json:"tables"`   // entries
	Functions     int      `json:"functions"`
	CodeBytes     int      `json:"code_bytes"`
	Custom        []string `json:"custom_sections"`
	StartFunction bool     `json:"start_function"` // code runs when the module is instantiated
}

// A span is the declared size of a memory or table; no Max means no end of its own.
type span struct {
	Min uint64  `json:"min"`
	Max *uint64 `json:"max,omitempty"`
}

func outlineOf(m *plugin.Module) *outline {
	o := &outline{Imports: []string{}, Exports: []string{}, Functions: m.Functions, CodeBytes: m.CodeBytes,
		Custom: append([]string{}, m.Custom...), StartFunction: m.HasStart, Memories: spans(m.Memories), Tables: spans(m.Tables)}
	for _, i := range m.Imports {
		o.Imports = append(o.Imports, i.Module+"."+i.Name)
	}
	for _, e := range m.Exports {
		o.Exports = append(o.Exports, e.Name)
	}
	slices.Sort(o.Imports)
	slices.Sort(o.Exports)
	return o
}

func spans(list []plugin.Bounds) []span {
	out := make([]span, 0, len(list))
	for _, b := range list {
		s := span{Min: b.Min}
		if b.HasMax {
			s.Max = &b.Max
		}
		out = append(out, s)
	}
	return out
}

// String writes a span as "2 to 16", "2 and more" or "2".
func (s span) String() string {
	switch {
	case s.Max == nil:
		return fmt.Sprintf("%d and more", s.Min)
	case *s.Max == s.Min:
		return strconv.FormatUint(s.Min, 10)
	}
	return fmt.Sprintf("%d to %d", s.Min, *s.Max)
}

func (i *inspection) writeText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n", shell.Plain(i.Resolved))
	if m := i.manifest; m != nil {
		fmt.Fprintf(t, "  plugin\t%s %s, %s, contract %d\n  about\t%s\n", m.Name, shell.Plain(m.Version), m.Kind, m.Contract, orNone(shell.Plain(m.Summary)))
	}
	fmt.Fprintf(t, "  sha256\t%s\n  size\t%d bytes\n  abi\t%s\n", i.Digest, i.Bytes, orNone(i.ABI))
	if o := i.Outline; o != nil {
		fmt.Fprintf(t, "  imports\t%s\n  exports\t%s\n", listed(o.Imports), listed(o.Exports))
		fmt.Fprintf(t, "  memory\t%s pages of 64 KiB\n  tables\t%s entries\n", spanList(o.Memories), spanList(o.Tables))
		fmt.Fprintf(t, "  code\t%d functions, %d bytes\n  custom\t%s\n  start\t%s\n", o.Functions, o.CodeBytes, listed(o.Custom), yesNo(o.StartFunction, "a function runs at instantiation", "no start section"))
	}
	i.writeCost(t)
	if i.manifest != nil {
		writeManifest(t, i.manifest)
	}
	return t.Flush()
}

func (i *inspection) writeCost(w io.Writer) {
	switch c := i.Cost; {
	case c == nil:
	case i.NoCost != "":
		fmt.Fprintf(w, "  fuel\t%s to start; cost of a call unknown, because the plugin refuses %s\n", shell.Units(c.Start), shell.Plain(i.NoCost))
	default:
		fmt.Fprintf(w, "  fuel\t%s to start, %s a call and %s an item; an instance's first call of %d items %s\n",
			shell.Units(c.Start), shell.Units(int64(c.PerCall)), shell.Units(int64(c.PerItem)), gauge.ManyItems, shell.Units(c.First))
		fmt.Fprintf(w, "  instance\t%d KiB of memory\n", c.Memory>>10)
	}
}

// writeManifest lists columns, parameters and outputs.
func writeManifest(w io.Writer, m *contract.Manifest) {
	fmt.Fprintln(w, "columns")
	for _, in := range m.Inputs {
		fmt.Fprintf(w, "  %s.%s\t%s\t%s\n", in.Table, in.Column, in.Type, yesNo(in.Optional, "optional", "required"))
	}
	if len(m.Inputs) == 0 {
		fmt.Fprintln(w, "  none")
	}
	fmt.Fprintln(w, "parameters")
	for i := range m.Params {
		p := &m.Params[i]
		fmt.Fprintf(w, "  %s\t%s\tdefault %s\t%s\n", p.Name, p.Type, shell.Shorten(valueText(&p.Default), 60), allowed(p))
	}
	if len(m.Params) == 0 {
		fmt.Fprintln(w, "  none")
	}
	fmt.Fprintln(w, "outputs")
	for _, o := range m.Outputs {
		name := o.Name
		if o.Table != "" {
			name = o.Table + "." + o.Name
		}
		fmt.Fprintf(w, "  %s\t%s\t%g to %g\n", name, outputKind(o.Kind), o.Min, o.Max)
	}
}

func outputKind(k contract.OutputKind) string {
	return map[contract.OutputKind]string{
		contract.OutputScore: "score", contract.OutputPart: "part", contract.OutputSignal: "signal", contract.OutputFinding: "finding",
	}[k]
}

func valueText(v *contract.Value) string {
	switch v.Type {
	case contract.TypeNumber:
		return fmt.Sprintf("%g", v.Number)
	case contract.TypeText:
		return strconv.Quote(v.Text)
	case contract.TypeFlag:
		return strconv.FormatBool(v.Flag)
	case contract.TypeNumbers:
		return fmt.Sprintf("%d numbers", len(v.Numbers))
	}
	return fmt.Sprintf("%d texts", len(v.Texts))
}

// allowed writes what a parameter may be.
func allowed(p *contract.Param) string {
	switch {
	case len(p.OneOf) > 0:
		return shell.Plain(strings.Join(p.OneOf, " | "))
	case p.Min != nil && p.Max != nil:
		return fmt.Sprintf("%g to %g", *p.Min, *p.Max)
	case p.Min != nil:
		return fmt.Sprintf("at least %g", *p.Min)
	case p.Max != nil:
		return fmt.Sprintf("at most %g", *p.Max)
	}
	return "any"
}

func spanList(list []span) string {
	var texts []string
	for _, s := range list {
		texts = append(texts, s.String())
	}
	return orNone(strings.Join(texts, ", "))
}

// listed writes names that a module gives itself.
func listed(names []string) string { return orNone(shell.Plain(strings.Join(names, ", "))) }

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func yesNo(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}
