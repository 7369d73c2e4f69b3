package plugincmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
	"github.com/sparkhost/sparkhost/sdk/contract"
	"github.com/sparkhost/sparkhost/sdk/contract/contractjson"
)

// inspectFlags are the flags of `plugin inspect`.
type inspectFlags struct {
	flags.ModuleFlags
	format string
	seed   uint64
}

func newPluginInspectCommand() *cobra.Command {
	var f inspectFlags
	c := &cobra.Command{
		Use:   "inspect [FILE|DIR|builtin:NAME]",
		Short: "Show the interface and the costs of a module",
		Long: "inspect shows what a module imports and exports, its size, the columns that it would receive, its\n" +
			"parameters and outputs, and the fuel that a call costs, measured with a few generated batches on a fresh\n" +
			"instance, so the figures are equal on every machine. If the host refuses the module, inspect says why and shows what it can.\n\n" +
			"Exit codes: 0 done, 1 the module cannot be read or loaded.",
		Example: "  sparkhost plugin inspect brevity\n  sparkhost plugin inspect builtin:stance --format json",
		Args:    shell.AtMostOne,
		RunE:    func(c *cobra.Command, args []string) error { return f.run(c, append(args, ".")[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.format, "format", "text", "text or json")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the generated batches")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

func (f *inspectFlags) run(c *cobra.Command, text string) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format must be text or json, not %q", f.format)
	}
	s, err := f.Subject(c.Context(), text)
	if err != nil {
		return err
	}
	seen, err := f.inspect(c.Context(), s)
	if err != nil {
		return err
	}
	if err := seen.write(c.OutOrStdout(), f.format); err != nil {
		return err
	}
	if seen.Refused != "" {
		return shell.Fail(shell.ExitFailed, "the host does not load it: %s", seen.Refused)
	}
	return nil
}

// An inspection is all that can be learnt of a module without a policy.
type inspection struct {
	FormatVersion int             `json:"format_version"`
	Resolved      string          `json:"resolved"`
	Digest        string          `json:"sha256"`
	Bytes         int             `json:"bytes"`
	ABI           string          `json:"abi,omitempty"`
	Outline       *outline        `json:"module,omitempty"`   // absent if its sections cannot be read
	Manifest      json.RawMessage `json:"manifest,omitempty"` // absent if the host does not load it
	Cost          *gauge.Cost     `json:"fuel_estimate,omitempty"`
	NoCost        string          `json:"no_estimate,omitempty"` // why there is none
	Refused       string          `json:"refused,omitempty"`     // why the host does not load it
	manifest      *contract.Manifest
}

// inspect reads the sections, then loads the module.
func (f *inspectFlags) inspect(ctx context.Context, s *flags.PluginSubject) (*inspection, error) {
	seen := &inspection{FormatVersion: 1, Resolved: s.Resolved, Digest: s.Digest, Bytes: len(s.Wasm)}
	if m, err := plugin.Inspect(s.Wasm); err == nil {
		seen.ABI, seen.Outline = m.ABI(), outlineOf(m)
	}
	return seen, f.Sandboxed(ctx, func(box *plugin.Sandbox) error {
		source := plugin.Source{Name: s.Name, Wasm: s.Wasm}
		p, err := box.Load(ctx, source, plugin.Limits{Instances: 1})
		if ctx.Err() != nil {
			return shell.Fail(shell.ExitInterrupted, "interrupted")
		}
		if err != nil {
			seen.Refused = err.Error()
			return nil
		}
		seen.manifest = p.Manifest()
		if seen.Manifest, err = contractjson.MarshalManifest(seen.manifest); err != nil {
			return err
		}
		cost, err := gauge.Estimate(ctx, box, source, plugin.Limits{}, f.seed)
		if ctx.Err() != nil {
			return shell.Fail(shell.ExitInterrupted, "interrupted")
		}
		seen.Cost = &cost
		if err != nil {
			seen.NoCost = sayPlugin(err)
		}
		return nil
	})
}

// sayPlugin returns the text of a plugin's error without the plugin's name.
func sayPlugin(err error) string {
	var e *plugin.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s: %s", string(e.Kind), e.Detail)
	}
	return err.Error()
}

func (i *inspection) write(w io.Writer, format string) error {
	if format == "text" {
		return i.writeText(w)
	}
	e := shell.Encoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(i)
}
