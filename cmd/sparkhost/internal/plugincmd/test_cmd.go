package plugincmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/scaffold"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// requestsFolder is the folder in which a project keeps requests without golden answers.
const requestsFolder = "testdata/requests"

// testFlags are the flags of `plugin test`.
type testFlags struct {
	flags.ModuleFlags
	format, golden, requests string
	only, skip               []string
	calls                    int
	seed                     uint64
	update                   bool
}

func newPluginTestCommand() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test [FILE|DIR|builtin:NAME]",
		Short: "Check that a plugin conforms to its contract",
		Long: "test runs the conformance kit on a plugin: imports, exports and manifest; empty, huge and unusual\n" +
			"requests; order and split of batches; repeatability; memory and fuel; and the golden files in\n" +
			"DIR/" + scaffold.GoldenFolder + ". It generates requests from the manifest; those in DIR/" + requestsFolder + " are used as well.\n" +
			"docs/plugin-conformance.md explains each check and how to fix what it finds.\n\n" +
			"--update writes the plugin's answers into the golden files first: look at the difference before you commit it.\n\n" +
			"Exit codes: 0 every check passed or did not apply, 1 the kit itself failed, 4 a check failed.",
		Example: "  sparkhost plugin test\n" +
			"  sparkhost plugin test brevity.wasm --only row_order,batch_split\n" +
			"  sparkhost plugin test --update --only golden\n" +
			"  sparkhost plugin test --format junit > plugin.xml",
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, append(args, ".")[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.format, "format", "text", "output format: text, json or junit")
	c.Flags().StringSliceVar(&f.only, "only", nil, "`ids` of the checks to run (default all)")
	c.Flags().StringSliceVar(&f.skip, "skip", nil, "`ids` of checks to skip")
	c.Flags().IntVar(&f.calls, "calls", conformance.DefaultCalls, "number of `calls` in the memory check")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the generated requests")
	c.Flags().StringVar(&f.golden, "golden", "", "`folder` of golden files (default DIR/"+scaffold.GoldenFolder+")")
	c.Flags().StringVar(&f.requests, "requests", "", "`folder` of requests in JSON (default DIR/"+requestsFolder+")")
	c.Flags().BoolVar(&f.update, "update", false, "write the plugin's answers into golden files that hold others")
	shell.CompleteWords(c, "format", "text", "json", "junit")
	shell.CompleteWords(c, "only", conformance.IDs()...)
	shell.CompleteWords(c, "skip", conformance.IDs()...)
	return c
}

func (f *testFlags) run(c *cobra.Command, text string) error {
	write, ok := testWriters[f.format]
	switch {
	case !ok:
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json, junit", f.format)
	case f.calls < 4 || f.calls > conformance.MaxCalls:
		return shell.Fail(shell.ExitFailed, "--calls must be between 4 and %d, not %d: fewer calls cannot show growth, and after twice as many the host replaces an instance anyway", conformance.MaxCalls, f.calls)
	}
	subject, err := f.laid(c.Context(), text)
	if err != nil {
		return err
	}
	if f.update {
		if subject, err = f.updated(c, text, subject); err != nil {
			return err
		}
	}
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return err
	}
	p := shell.NewProgress(c.ErrOrStderr())
	defer p.Close()
	report, err := conformance.Run(c.Context(), subject, conformance.Options{
		CacheDir: filepath.Join(home, "wasm"), Calls: f.calls, Only: f.only, Skip: f.skip, Progress: p.Checks,
	})
	p.Close()
	switch {
	case c.Context().Err() != nil:
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case err != nil:
		return err
	}
	if err := write(c.OutOrStdout(), report); err != nil {
		return err
	}
	switch {
	case report.Failed > 0:
		return shell.Fail(shell.ExitRefused, "%s: %d of %d checks failed", shell.Plain(report.Name), report.Failed, len(report.Results))
	case report.Passed == 0:
		return shell.Fail(shell.ExitFailed, "%s: no check was run", shell.Plain(report.Name))
	}
	return nil
}

// updated brings the golden files up to date and reads them again.
func (f *testFlags) updated(c *cobra.Command, text string, s conformance.Subject) (conformance.Subject, error) {
	dir := f.golden
	if dir == "" {
		dir = filepath.Join(text, filepath.FromSlash(scaffold.GoldenFolder))
	}
	err := f.updateGolden(c, dir, s)
	if err == nil {
		s.Golden, err = golden.Read(dir)
	}
	return s, err
}

// laid reads the module and what the author has laid beside it.
func (f *testFlags) laid(ctx context.Context, text string) (s conformance.Subject, err error) {
	m, err := f.Subject(ctx, text)
	if err != nil {
		return s, flags.Blame(ctx, err)
	}
	dir := ""
	if info, err := os.Stat(text); err == nil && info.IsDir() {
		dir = text
	}
	s = conformance.Subject{Name: m.Name, Wasm: m.Wasm, Seed: f.seed}
	if s.Golden, err = cases(f.golden, dir, scaffold.GoldenFolder, golden.Read); err != nil {
		return s, err
	}
	s.Requests, err = cases(f.requests, dir, requestsFolder, golden.ReadRequests)
	return s, err
}

// cases reads the folder that the user has named, or the usual one if it is there.
func cases(named, dir, usual string, read func(string) ([]golden.Case, error)) ([]golden.Case, error) {
	if named != "" {
		return read(named)
	}
	if dir == "" {
		return nil, nil
	}
	folder := filepath.Join(dir, filepath.FromSlash(usual))
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	all, err := read(folder)
	if err != nil {
		return nil, fmt.Errorf("%w; correct it, or remove the folder", err)
	}
	return all, nil
}
