//go:build slim

package cli

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/calibratecmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/fleetcmd"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/servecmd"
)

func TestASlimProgramListsWhatItLeavesOutAndSaysHowToGetIt(t *testing.T) {
	whole := map[string]string{}
	for _, c := range []*cobra.Command{
		calibratecmd.New(), servecmd.New(servecmd.Shell{}), servecmd.NewMCP(servecmd.Shell{}), fleetcmd.NewSubmit(), fleetcmd.NewWorker(), fleetcmd.NewBatch(),
	} {
		whole[c.Name()] = c.Short + " (needs make build)"
	}
	listed := map[string]string{}
	for _, c := range rest() {
		listed[c.Name()] = c.Short
		for _, args := range [][]string{{c.Name()}, {c.Name(), "show", "--queue", "x"}, {c.Name(), "--help"}} {
			var out, errs bytes.Buffer
			assert.Equal(t, 1, run(t.Context(), args, nil, &out, &errs), args)
			assert.Regexp(t, "^sparkhost: "+c.Name()+" is left out of this program.*make build builds the whole one\n$", errs.String())
			assert.Empty(t, out.String())
		}
	}
	assert.Equal(t, whole, listed)
}

func TestASlimProgramSaysThatItSendsNoTelemetry(t *testing.T) {
	var out, errs bytes.Buffer
	assert.Equal(t, 1, run(t.Context(), []string{"runs", "export", "--otlp"}, nil, &out, &errs))
	assert.Contains(t, errs.String(), "telemetry is left out of this program")

	args := []string{"run", "--no-cache", "--corpus", "../../../../examples/quickstart/corpus.jsonl", "--type", "yes_no", "--question", "Does aspirin inhibit COX-1?"}
	for _, name := range []string{"NONE", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SDK_DISABLED"} {
		t.Setenv(name, "true")
		errs.Reset()
		run(t.Context(), args, nil, &out, &errs)
		assert.Equal(t, name == "OTEL_EXPORTER_OTLP_ENDPOINT", bytes.Contains(errs.Bytes(), []byte(name+" is set, but nothing is sent: telemetry is left out")), errs.String())
	}
}
