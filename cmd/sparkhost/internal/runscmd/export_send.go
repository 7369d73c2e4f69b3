//go:build !slim

package runscmd

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

func exportRuns(c *cobra.Command, home string, args []string) (err error) {
	s, err := telemetry.FromEnv(append(os.Environ(), "OTEL_SDK_DISABLED=", "OTEL_TRACES_EXPORTER=otlp", "OTEL_METRICS_EXPORTER=none"))
	if err != nil {
		return shell.Fail(shell.ExitFailed, "%v", err)
	}
	client, err := telemetry.NewClient(s, host.Version)
	if err != nil {
		return err
	}
	defer client.Close()
	set := &flags.RecordSet{Command: c.CommandPath(), Home: home, Stores: map[string]*record.Store{}}
	defer func() { err = errors.Join(err, set.Close()) }()
	if len(args) == 0 {
		dir, err := shell.CacheDir(home)
		if err != nil {
			return err
		}
		args = []string{dir}
	}
	for _, ref := range args {
		if err := set.Add(c.Context(), ref); err != nil {
			return err
		}
	}
	return export(c, client, set.Refs)
}

// export sends the records one by one and goes on behind one that cannot be read.
func export(c *cobra.Command, client *telemetry.Client, refs []flags.RecordRef) error {
	bad, spans := 0, 0
	for _, ref := range refs {
		run, err := derived(ref)
		if err != nil {
			fmt.Fprintf(shell.Visible(c.ErrOrStderr()), "%s: %v\n", ref.Name, err)
			bad++
			continue
		}
		all := telemetry.Spans(run, time.Now().Add(-run.Took))
		if err := client.SendSpans(c.Context(), all); err != nil {
			return err
		}
		spans += len(all)
	}
	fmt.Fprintf(c.OutOrStdout(), "%d traces with %d spans were sent\n", len(refs)-bad, spans)
	if bad > 0 || len(refs) == 0 {
		return shell.Fail(shell.ExitFailed, "%d of %d records could not be exported", bad, len(refs))
	}
	return nil
}

func derived(ref flags.RecordRef) (*telemetry.Run, error) {
	r, err := ref.Read()
	if err != nil {
		return nil, err
	}
	return telemetry.Derive(r)
}
