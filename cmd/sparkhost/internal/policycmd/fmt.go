package policycmd

import (
	"bytes"
	"fmt"
	"io"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy/format"
)

// fmtFlags are the flags of `policy fmt`.
type fmtFlags struct {
	check, diff, recursive bool
}

func newPolicyFmtCommand() *cobra.Command {
	var f fmtFlags
	c := &cobra.Command{
		Use:   "fmt [PATH…|-]",
		Short: "Format policy files",
		Long: "Changes only white space: comments, order and meaning stay. Each PATH is a file or a folder, by\n" +
			"default the current folder; in a folder it formats " + fmtKinds + ".\n" +
			"Files are replaced atomically, links stay links, and the names of changed files go to stdout.\n" +
			"A file that does not parse is left alone. - formats standard input to standard output.\n\n" +
			"--diff shows what would change and writes nothing; --check says which files would change, and why.\n\n" +
			"Exit codes: 0 done, 1 wrong usage or a file could not be read or written, 2 a file does not parse,\n" +
			"3 --check: files would change.",
		Example: `  sparkhost policy fmt                         # the files of this folder
  sparkhost policy fmt --recursive policies/
  sparkhost policy fmt --check --diff .        # for CI
  sparkhost policy fmt - < mine.policy.hcl     # for editors`,
		ValidArgsFunction: shell.CompleteFiles,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	fs := c.Flags()
	fs.BoolVar(&f.check, "check", false, "write nothing; say what would change and exit with 3 if anything would")
	fs.BoolVar(&f.diff, "diff", false, "write nothing; show what would change as a unified diff")
	fs.BoolVarP(&f.recursive, "recursive", "r", false, "include subfolders, except those whose names begin with a dot")
	return c
}

// A layout holds what `policy fmt` found out about its files.
type layout struct {
	changed, broken, failed int
}

func (f *fmtFlags) run(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		args = []string{"."}
	}
	var l layout
	for _, arg := range args {
		if arg != "-" {
			continue
		}
		if len(args) > 1 {
			return shell.Fail(shell.ExitFailed, "- cannot be combined with other paths")
		}
		if err := f.stdin(c, &l); err != nil {
			return err
		}
		return f.exit(l)
	}
	files, err := policyFiles(args, f.recursive)
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := f.file(c, name, &l); err != nil {
			l.failed++
			fmt.Fprintln(c.ErrOrStderr(), "sparkhost: "+shell.Plain(err.Error()))
		}
	}
	return f.exit(l)
}

// exit returns an error with the exit code of the gravest thing that happened.
func (f *fmtFlags) exit(l layout) error {
	switch {
	case l.failed > 0:
		return shell.Silent(shell.ExitFailed)
	case l.broken > 0:
		return shell.Silent(shell.ExitPolicy)
	case f.check && l.changed > 0:
		return shell.Silent(shell.ExitWouldChange)
	}
	return nil
}

// stdin formats standard input; without --check and --diff the text goes to stdout,
// also when it does not parse, so that an editor loses nothing.
func (f *fmtFlags) stdin(c *cobra.Command, l *layout) error {
	const name = "<stdin>"
	src, err := io.ReadAll(io.LimitReader(c.InOrStdin(), maxPolicyBytes+1))
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	if len(src) > maxPolicyBytes {
		return shell.Fail(shell.ExitPolicy, "standard input exceeds the size limit of a policy file (%d KiB)", maxPolicyBytes>>10)
	}
	out, err := f.format(c, name, src, l)
	if err != nil || f.check || f.diff {
		return err
	}
	_, err = c.OutOrStdout().Write(out)
	return err
}

func (f *fmtFlags) file(c *cobra.Command, name string, l *layout) error {
	src, err := readPolicyFile(name)
	if err != nil {
		return err
	}
	out, err := f.format(c, name, src, l)
	if err != nil || f.check || f.diff || bytes.Equal(src, out) {
		return err
	}
	if err := rewriteFile(name, out); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), shell.Plain(name))
	return err
}

// Format formats one text, counts the outcome and says what the flags ask for.
func (f *fmtFlags) format(c *cobra.Command, name string, src []byte, l *layout) ([]byte, error) {
	out, diags := format.Source(name, src)
	if diags.HasErrors() {
		l.broken++
		return src, shell.ShowDiagnostics(c.ErrOrStderr(), diags, map[string]*hcl.File{name: {Bytes: src}})
	}
	if bytes.Equal(src, out) {
		return out, nil
	}
	l.changed++
	if f.check {
		if _, err := fmt.Fprintln(c.ErrOrStderr(), shell.Plain(format.Note(name, src, out))); err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintln(c.OutOrStdout(), shell.Plain(name)); err != nil || !f.diff {
			return out, err
		}
	}
	if f.diff {
		_, text, _ := bytes.Cut(diff.Diff(name, src, name, out), []byte("\n")) // without its "diff" line
		if _, err := c.OutOrStdout().Write(text); err != nil {
			return nil, err
		}
	}
	return out, nil
}
