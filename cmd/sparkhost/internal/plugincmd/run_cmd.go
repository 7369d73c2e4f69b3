package plugincmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/sample"
	"github.com/sparkhost/sparkhost/internal/bounded"
	"github.com/sparkhost/sparkhost/internal/plainjson"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
	"github.com/sparkhost/sparkhost/sdk/golden"
)

// runFlags are the flags of `plugin run`.
type runFlags struct {
	flags.ModuleFlags
	request, save string
	rows          int
	seed          uint64
}

func newPluginRunCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run [FILE|DIR|builtin:NAME]",
		Short: "Call a plugin once and show its answer and its log",
		Long: "run calls a plugin with a generated sample, or with a request or golden file of yours, on a fresh\n" +
			"instance. The request and the answer go to stdout as a golden file; what the plugin wrote, and the fuel\n" +
			"that the call used, go to stderr. Parameters that a request lacks get their defaults.\n\n" +
			"Exit codes: 0 it answered, 1 the module or the request cannot be read, 4 the call failed.",
		Example: "  sparkhost plugin run\n" +
			"  sparkhost plugin run builtin:stance --rows 2\n" +
			"  sparkhost plugin run brevity --request testdata/golden/one_row.json\n" +
			"  sparkhost plugin run brevity --save brevity/testdata/golden/sample.json",
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, append(args, ".")[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.request, "request", "", "`file` of a request or golden file in JSON (default: a generated sample)")
	c.Flags().StringVar(&f.save, "save", "", "golden `file` to write in place of stdout")
	c.Flags().IntVar(&f.rows, "rows", 3, "rows of the generated sample, 0 to 10000")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the generated sample")
	return c
}

func (f *runFlags) run(c *cobra.Command, text string) error {
	if f.rows < 0 || f.rows > 10_000 {
		return shell.Fail(shell.ExitFailed, "--rows must be between 0 and 10000, not %d", f.rows)
	}
	s, err := f.Subject(c.Context(), text)
	if err != nil {
		return err
	}
	return f.Sandboxed(c.Context(), func(box *plugin.Sandbox) error {
		p, err := box.Load(c.Context(), plugin.Source{Name: s.Name, Wasm: s.Wasm}, plugin.Limits{Instances: 1})
		if err != nil {
			return flags.Blame(c.Context(), err)
		}
		request, err := f.asked(p.Manifest())
		if err != nil {
			return err
		}
		return f.call(c, p, request)
	})
}

// asked returns the request of the file, or a sample.
func (f *runFlags) asked(m *contract.Manifest) (golden.Case, error) {
	if f.request == "" {
		return golden.Case{About: fmt.Sprintf("a sample of %d rows, seed %d", f.rows, f.seed), Request: sample.New(m, f.seed).Request(f.rows)}, nil
	}
	text, err := bounded.ReadFile(f.request, bounded.Recording)
	if err != nil {
		return golden.Case{}, err
	}
	file := goldenFile{Request: text}
	var inner goldenFile
	if json.Unmarshal(text, &inner) == nil && inner.Request != nil {
		file = inner
	}
	out := golden.Case{About: file.About}
	if out.Request, err = contractjson.UnmarshalRequest(file.Request); err == nil {
		err = out.Complete(m)
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", f.request, plainjson.Error(err))
	}
	return out, nil
}

// call asks the plugin, and shows what it says.
func (f *runFlags) call(c *cobra.Command, p *plugin.Plugin, asked golden.Case) error {
	response, call, err := p.Call(c.Context(), asked.Request)
	log := call.Log
	var refused *plugin.Error
	if errors.As(err, &refused) {
		log = refused.Stderr
	}
	showLog(c.ErrOrStderr(), log)
	switch {
	case errors.Is(err, context.Canceled):
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	case err != nil:
		return shell.Exit(shell.ExitRefused, err)
	}
	fmt.Fprintf(c.ErrOrStderr(), "%d units of fuel, limit %d\n", call.Fuel, call.FuelLimit)
	var out bytes.Buffer
	if err := writeGolden(&out, asked, response); err != nil {
		return err
	}
	if f.save != "" {
		return os.WriteFile(f.save, out.Bytes(), 0o644)
	}
	_, err = c.OutOrStdout().Write(out.Bytes())
	return err
}

// showLog writes each line of a log behind a mark.
func showLog(w io.Writer, log string) {
	for line := range bytes.Lines([]byte(log)) {
		fmt.Fprintf(w, "log: %s\n", bytes.TrimSuffix(line, []byte("\n")))
	}
}
