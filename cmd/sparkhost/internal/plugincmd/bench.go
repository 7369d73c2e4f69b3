package plugincmd

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
)

// benchCalls is the number of calls measured for each batch size unless --calls or --duration sets another.
const benchCalls = 300

// benchFlags are the flags of `plugin bench`.
type benchFlags struct {
	flags.ModuleFlags
	against, requests, plot, format string
	sizes                           []int
	calls                           int
	duration                        time.Duration
	seed                            uint64
}

func newPluginBenchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench [FILE|DIR|builtin:NAME]",
		Short: "Benchmark a plugin, alone or against another",
		Long: "bench calls a plugin with generated batches, or with the requests of a folder, and shows the median and 99th\n" +
			"percentile of a call, time and fuel per item, fuel used and allowed, memory, and what the host allocates.\n" +
			"With --against it alternates between both plugins and prints the ratio of their times, with a 95 %\n" +
			"interval; it may find no difference. Do not compare times of different runs.\n\n" +
			"Exit codes: 0 done, 1 nothing could be measured.",
		Example: "  sparkhost plugin bench brevity\n" +
			"  sparkhost plugin bench brevity --against builtin:authority --plot brevity.svg\n" +
			"  sparkhost plugin bench brevity.wasm --against brevity-1.0.0.wasm --sizes 1,1000 --duration 10s",
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, append(args, ".")[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.against, "against", "", "`reference` of the plugin to compare with: a file, a folder, builtin:NAME or an address")
	c.Flags().IntSliceVar(&f.sizes, "sizes", []int{1, 32, 256, 1000}, "rows of the generated batches")
	c.Flags().IntVar(&f.calls, "calls", 0, fmt.Sprintf("measured calls per size (default %d)", benchCalls))
	c.Flags().DurationVar(&f.duration, "duration", 0, "measure each size for this long instead")
	c.Flags().StringVar(&f.requests, "requests", "", "`folder` of requests or golden files to measure with, instead of generated batches")
	c.Flags().StringVar(&f.plot, "plot", "", "plot times against sizes in this SVG `file`")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the generated batches and of the interval")
	c.Flags().StringVar(&f.format, "format", "text", "text or json")
	c.MarkFlagsMutuallyExclusive("calls", "duration")
	c.MarkFlagsMutuallyExclusive("sizes", "requests")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// Check refuses flags that make no sense, before anything is measured.
func (f *benchFlags) check(c *cobra.Command) error {
	switch {
	case f.format != "text" && f.format != "json":
		return shell.Fail(shell.ExitFailed, "--format must be text or json, not %q", f.format)
	case f.plot != "" && !strings.HasSuffix(f.plot, ".svg"):
		return shell.Fail(shell.ExitFailed, "--plot %s: name a file that ends in .svg", f.plot)
	case c.Flags().Changed("calls") && f.calls < 1, c.Flags().Changed("duration") && f.duration <= 0:
		return shell.Fail(shell.ExitFailed, "--calls and --duration must be greater than 0")
	case f.requests == "" && len(f.sizes) == 0:
		return shell.Fail(shell.ExitFailed, "--sizes is empty")
	}
	for _, n := range f.sizes {
		if n < 1 || n > 1<<20 {
			return shell.Fail(shell.ExitFailed, "--sizes: %d is not between 1 and %d rows", n, 1<<20)
		}
	}
	return nil
}

func (f *benchFlags) run(c *cobra.Command, text string) error {
	if err := f.check(c); err != nil {
		return err
	}
	batches, err := f.batches()
	if err != nil {
		return err
	}
	texts := []string{text}
	if f.against != "" {
		texts = append(texts, f.against)
	}
	var b *benchmark
	err = f.Sandboxed(c.Context(), func(box *plugin.Sandbox) error {
		subjects, err := f.subjects(c.Context(), box, texts)
		if err != nil {
			return err
		}
		b, err = f.measure(c, subjects, batches)
		return err
	})
	if c.Context().Err() != nil {
		return shell.Fail(shell.ExitInterrupted, "interrupted")
	}
	if err != nil {
		return err
	}
	return f.report(c, b)
}

// Report writes what was measured, and draws it.
func (f *benchFlags) report(c *cobra.Command, b *benchmark) error {
	if err := b.write(c.OutOrStdout(), f.format); err != nil {
		return err
	}
	if b.measured() == 0 {
		return shell.Fail(shell.ExitFailed, "nothing was measured: the plugin refuses these requests; give others with --requests, or other --sizes")
	}
	if f.plot == "" {
		return nil
	}
	if err := drawBench(f.plot, b); err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	fmt.Fprintf(c.ErrOrStderr(), "drew %s\n", f.plot)
	return nil
}

// subjects loads the plugins, which have to be of one kind to be asked the same.
func (f *benchFlags) subjects(ctx context.Context, box *plugin.Sandbox, texts []string) ([]gauge.Subject, error) {
	var list []gauge.Subject
	for _, text := range texts {
		s, err := f.Subject(ctx, text)
		if err != nil {
			return nil, err
		}
		p, err := box.Load(ctx, plugin.Source{Name: s.Name, Wasm: s.Wasm}, plugin.Limits{Instances: 1})
		if err != nil {
			return nil, err
		}
		list = append(list, gauge.Subject{Name: text, Plugin: p})
	}
	if a, b := list[0].Plugin.Manifest().Kind, list[len(list)-1].Plugin.Manifest().Kind; a != b {
		return nil, shell.Fail(shell.ExitFailed, "%s is a %s plugin and %s a %s plugin: they cannot be compared", texts[0], a, texts[1], b)
	}
	return list, nil
}

func (b *benchmark) write(w io.Writer, format string) error {
	if format == "text" {
		return b.writeText(w)
	}
	e := shell.Encoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}
