package shell

import (
	"errors"
	"io"
	"os"

	"github.com/hashicorp/hcl/v2"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/diag"
)

// Describe writes a policy's diagnostics where they have a source to point into,
// and returns the error that carries the exit code.
func Describe(stderr io.Writer, err error) error {
	var p *host.PolicyError
	switch {
	case errors.Is(err, host.ErrNoCorpus):
		return Fail(ExitFailed, "%w; name it with --corpus FILE.jsonl", err)
	case !errors.As(err, &p):
		return err
	case p.Err != nil:
		return &exitError{ExitPolicy, err}
	}
	if werr := diag.Write(stderr, p.Diagnostics, p.Files, false); werr != nil {
		return &exitError{ExitPolicy, p}
	}
	if len(p.Diagnostics) == 1 && diag.Of(p.Diagnostics[0]) == diag.CodeNoPolicy {
		return Fail(ExitPolicy, "no policy; name one with --policy: a shipped name, a file, a folder or path#name")
	}
	return Fail(ExitPolicy, "the policy has errors; nothing was run")
}

// ShowDiagnostics writes diagnostics for people, in colour on a terminal.
func ShowDiagnostics(out io.Writer, diags hcl.Diagnostics, files map[string]*hcl.File) error {
	return diag.Write(out, diags, files, Colorful(out))
}

// Colorful says whether a writer is a terminal that wants colour.
func Colorful(out io.Writer) bool {
	return IsTerminal(out) && os.Getenv("NO_COLOR") == ""
}
