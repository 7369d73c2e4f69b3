package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

// resolveLocals computes locals in the order of their references.
func resolveLocals(locals map[string]*syntax.Leaf, cs expr.Constants) hcl.Diagnostics {
	r := &localResolver{locals: locals, cs: cs, state: map[string]int{}}
	var names []string
	for name := range locals {
		names = append(names, name)
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if len(r.diags) <= diag.MaxReports {
			r.resolve(name)
		}
	}
	return r.diags
}

const (
	localOpen = 1 // being computed
	localDone = 2
)

type localResolver struct {
	locals map[string]*syntax.Leaf
	cs     expr.Constants
	state  map[string]int
	path   []string
	diags  hcl.Diagnostics
}

// resolve computes one local after those that it reads; false if it cannot be.
func (r *localResolver) resolve(name string) bool {
	l := r.locals[name]
	switch {
	case l == nil: // reported where it is read
		return true
	case r.state[name] == localDone:
		_, ok := r.cs["local."+name]
		return ok
	case len(r.path) > maxLocalChain:
		r.diags = append(r.diags, diag.Error(diag.CodeTooDeep, l.At, "Too many locals in a row", fmt.Sprintf("More than %d locals build on each other, up to local.%s.", maxLocalChain, name)))
		return false
	case r.state[name] == localOpen:
		r.diags = append(r.diags, diag.Error(diag.CodeLocalCycle, l.At, fmt.Sprintf("local.%s depends on itself", name), "The cycle is "+circle(r.path, name)+"."))
		return false
	}
	r.state[name], r.path = localOpen, append(r.path, name)
	ok := true
	for _, p := range l.Reads {
		if dep, is := strings.CutPrefix(p, "local."); is {
			ok = r.resolve(dep) && ok
		}
	}
	r.path, r.state[name] = r.path[:len(r.path)-1], localDone
	if !ok {
		return false
	}
	c, diags := r.cs.Eval(l.Expr)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return false
	}
	r.cs["local."+name] = c
	return true
}

// maxLocalChain bounds how far locals may build on each other.
const maxLocalChain = 1000

// circle prints a path from its first mention of name: a -> b -> a.
func circle(path []string, name string) string {
	for i, p := range path {
		if p == name {
			path = path[i:]
			break
		}
	}
	if len(path) > 12 {
		path = append(append([]string(nil), path[:12]...), "…")
	}
	return strings.Join(append(append([]string(nil), path...), name), " -> ")
}
