// Package pattern compiles regular expressions at their first use, so that a program which needs few of them starts sooner.
package pattern

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// early makes tests compile at once, so that a pattern with a mistake fails every test of its package.
var early = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// Pattern is a regular expression with the methods of regexp.Regexp. Goroutines may share it.
type Pattern struct{ compiled func() *regexp.Regexp }

// New returns the pattern of an expression. A mistake in it panics when the pattern is used.
func New(expr string) *Pattern { return newPattern(expr, early) }

func newPattern(expr string, now bool) *Pattern {
	p := &Pattern{compiled: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
	if now {
		p.compiled()
	}
	return p
}

// Regexp returns the compiled expression.
func (p *Pattern) Regexp() *regexp.Regexp { return p.compiled() }
