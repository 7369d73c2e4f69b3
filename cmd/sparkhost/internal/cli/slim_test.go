//go:build slim

package cli

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
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

	args := []string{"run", "--no-cache", "--corpus", filepath.Join(t.TempDir(), "none.jsonl"), "--type", "yes_no", "--question", "Does aspirin inhibit COX-1?"}
	for _, tt := range []struct {
		environ []string // name and value, and so on
		told    string
	}{
		{[]string{"NONE", "x"}, ""},
		{[]string{"OTEL_LOGS_EXPORTER", "otlp"}, ""},
		{[]string{"OTEL_METRICS_EXPORTER", "otlp"}, "OTEL_METRICS_EXPORTER"},
		{[]string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_TRACES_EXPORTER", "none"}, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{[]string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_TRACES_EXPORTER", "none", "OTEL_METRICS_EXPORTER", "none"}, ""},
		{[]string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_SDK_DISABLED", "true"}, ""},
	} {
		t.Run(strings.Join(tt.environ, " "), func(t *testing.T) {
			for i := 0; i < len(tt.environ); i += 2 {
				t.Setenv(tt.environ[i], tt.environ[i+1])
			}
			var errs bytes.Buffer
			run(t.Context(), args, nil, io.Discard, &errs) // fails behind what is tested, for want of a corpus
			if tt.told == "" {
				assert.NotContains(t, errs.String(), "telemetry")
				return
			}
			assert.Contains(t, errs.String(), tt.told+" is set, but nothing is sent: telemetry is left out")
		})
	}
}
