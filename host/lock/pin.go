package lock

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host/policy"
)

// Pin says which sha256 a policy's plugin must have: that of the policy's own digest attribute,
// else that of the lock. Empty means that nothing is asked, which only a built-in plugin may have:
// its bytes are part of this binary.
//
// f is nil without a lock. outside says that the module does not come with this binary.
// frozen demands that a lock, if there is one, has every plugin. The diagnostic is nil, or says
// what is wrong and which command puts it right; its place lies in the policy.
func Pin(p policy.Plugin, f *File, outside, frozen bool) (sha256 string, d *hcl.Diagnostic) {
	e, locked := f.Entry(p.Name)
	at := hcl.Range{Filename: p.At.File, Start: hcl.Pos{Line: p.At.Line, Column: p.At.Column}}
	at.End = at.Start
	switch {
	case locked && e.Source != p.Source:
		return "", problem(codeSource, at, fmt.Sprintf("plugin %q comes from another place than the lock says", p.Name),
			fmt.Sprintf("The policy names %q, the lock pins %q at %s. If the policy is right, run `sparkhost lock`.", p.Source, e.Source, e.At))
	case locked && p.Digest != "" && p.Digest != e.SHA256:
		return "", problem(codeDisagree, at, fmt.Sprintf("policy and lock disagree on plugin %q", p.Name),
			fmt.Sprintf("The policy's digest is %s, the lock pins %s at %s. If the policy is right, run `sparkhost lock`.", p.Digest, e.SHA256, e.At))
	case !locked && frozen && f != nil:
		return "", problem(codeUnlocked, at, fmt.Sprintf("plugin %q is not in %s", p.Name, f.Path),
			"Under --frozen, and in CI, every plugin is. Run `sparkhost lock` where the policy is written, and commit the file.")
	case p.Digest != "":
		return p.Digest, nil
	case locked:
		return e.SHA256, nil
	case outside:
		return "", problem(codeUnpinned, at, fmt.Sprintf("plugin %q is not pinned", p.Name),
			fmt.Sprintf("It comes from %s, and nothing says which bytes it must have. Pin it with `sparkhost lock`, or with digest = \"…\" in its block.", p.Source))
	}
	return "", nil
}

// Locate completes the place of a diagnostic of [Pin], which knows line and column only, so that
// its source line can be shown.
func Locate(d *hcl.Diagnostic, files map[string]*hcl.File) {
	f := files[d.Subject.Filename]
	if f == nil {
		return
	}
	line, start := 1, 0
	for i, b := range f.Bytes {
		if line == d.Subject.Start.Line {
			break
		}
		if b == '\n' {
			line, start = line+1, i+1
		}
	}
	end := start
	for end < len(f.Bytes) && f.Bytes[end] != '\n' && f.Bytes[end] != '{' {
		end++
	}
	d.Subject.Start.Byte = min(start+d.Subject.Start.Column-1, end)
	d.Subject.End = hcl.Pos{Line: line, Column: end - start + 1, Byte: end}
}
