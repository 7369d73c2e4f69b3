package plugincmd

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/conformance/gauge"
)

// A benchmark holds what `plugin bench` measured. The first plugin is the one that was asked about, the
// second the one that it is compared with.
type benchmark struct {
	FormatVersion int           `json:"format_version"`
	Plugins       []benchPlugin `json:"plugins"`
	Seed          uint64        `json:"seed"`
	MadeUp        bool          `json:"made_up"` // batches of one kind that differ in size, else the requests of a folder
	Batches       []benchBatch  `json:"batches"`
}

type benchPlugin struct {
	Reference string `json:"reference"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	ABI       string `json:"abi"`
	Digest    string `json:"sha256"`
}

// A benchBatch is one size. Results are in the order of the plugins, none if one of them had no answer.
type benchBatch struct {
	Label      string        `json:"label"`
	Rows       int           `json:"rows"`
	Results    []benchResult `json:"results,omitempty"`
	Ratio      *gauge.Ratio  `json:"ratio,omitempty"` // of the first to the second, by time
	Difference string        `json:"difference,omitempty"`
	Refused    string        `json:"refused,omitempty"`
}

type benchResult struct {
	Calls       int     `json:"calls"`
	P50         int64   `json:"p50_ns"`
	P99         int64   `json:"p99_ns"`
	NsPerItem   float64 `json:"ns_per_item"` // of the median
	Fuel        int64   `json:"fuel"`        // units of the median call
	FuelMost    int64   `json:"fuel_most"`   // of the most expensive, in which a collector may have run
	FuelLimit   int64   `json:"fuel_limit"`
	FuelPerItem float64 `json:"fuel_per_item"`
	Memory      uint64  `json:"memory_bytes"`     // the largest so far
	Allocs      float64 `json:"host_allocations"` // objects for each call
	AllocBytes  float64 `json:"host_allocated_bytes"`
}

func newBenchmark(subjects []gauge.Subject, seed uint64) *benchmark {
	b := &benchmark{FormatVersion: 1, Seed: seed, MadeUp: true, Batches: []benchBatch{}}
	for _, s := range subjects {
		m := s.Plugin.Manifest()
		b.Plugins = append(b.Plugins, benchPlugin{s.Name, m.Name, m.Version, s.Plugin.ABI(), s.Plugin.Digest()})
	}
	return b
}

// Add notes the series of one batch, of both plugins if there are two.
func (b *benchmark) add(batch gauge.Batch, series []gauge.Series) error {
	out := benchBatch{Label: batch.Label, Rows: batch.Rows}
	items := float64(max(batch.Rows, 1))
	for i := range series {
		s := &series[i]
		p50, fuel := gauge.Quantile(s.Took, 0.5), gauge.Quantile(s.Fuel, 0.5)
		out.Results = append(out.Results, benchResult{
			Calls: len(s.Took), P50: int64(p50), P99: int64(gauge.Quantile(s.Took, 0.99)), NsPerItem: float64(p50) / items,
			Fuel: fuel, FuelMost: gauge.Quantile(s.Fuel, 1), FuelLimit: s.FuelLimit, FuelPerItem: float64(fuel) / items,
			Memory: s.Memory, Allocs: s.Allocs, AllocBytes: s.Bytes,
		})
	}
	if len(series) == 2 {
		r, err := gauge.Compare(series[0], series[1], b.Seed)
		if err != nil {
			return err
		}
		out.Ratio, out.Difference = &r, r.Difference()
	}
	b.Batches = append(b.Batches, out)
	return nil
}

// measured counts the batches that were answered.
func (b *benchmark) measured() int {
	n := 0
	for _, batch := range b.Batches {
		if batch.Refused == "" {
			n++
		}
	}
	return n
}

// tag tells the plugins apart in a table.
func (b *benchmark) tag(i int) string {
	mine, other := b.Plugins[i], b.Plugins[len(b.Plugins)-1-i]
	switch {
	case len(b.Plugins) == 1 || mine.Name != other.Name:
		return shell.Plain(mine.Name)
	case mine.Digest != other.Digest:
		return fmt.Sprintf("%s@%.6s", shell.Plain(mine.Name), mine.Digest)
	}
	return shell.Plain(mine.Name) + []string{"", " again"}[i]
}

func (b *benchmark) writeText(w io.Writer) error {
	var text strings.Builder
	for i, p := range b.Plugins {
		fmt.Fprintf(&text, "%s  %s %s, %s, sha256 %s\n", []string{"measured", "against "}[i], shell.Plain(p.Name), shell.Plain(p.Version), p.ABI, shell.Short(p.Digest))
	}
	if b.measured() > 0 {
		b.writeTable(&text)
	}
	for _, batch := range b.Batches {
		switch {
		case batch.Refused != "":
			fmt.Fprintf(&text, "%s: not measured: %s\n", shell.Shorten(batch.Label, 30), shell.Shorten(batch.Refused, shell.MaxWarningRunes))
		case batch.Ratio != nil:
			fmt.Fprintf(&text, "%s: %s takes %.3g × the time of %s (95 %%: %.3g to %.3g): %s\n", shell.Shorten(batch.Label, 30),
				b.tag(0), batch.Ratio.Mean, b.tag(1), batch.Ratio.Low, batch.Ratio.High, batch.Difference)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// writeTable writes a line for each batch and plugin.
func (b *benchmark) writeTable(text *strings.Builder) {
	t := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "batch\tplugin\tp50\tp99\tns/item\tfuel\tfuel/item\tmost of limit\tmemory\tallocs\t")
	for _, batch := range b.Batches {
		for i, r := range batch.Results {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%.0f\t%s\t%s\t%.2g %%\t%d KiB\t%.0f\t\n", shell.Shorten(batch.Label, 30), b.tag(i), brief(r.P50), brief(r.P99), r.NsPerItem,
				shell.Units(r.Fuel), shell.Units(int64(r.FuelPerItem)), 100*float64(r.FuelMost)/float64(max(r.FuelLimit, 1)), r.Memory>>10, r.Allocs)
		}
	}
	_ = t.Flush() // a builder takes everything
}

// brief writes a time with three digits.
func brief(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d < 10*time.Microsecond:
		return d.Round(10 * time.Nanosecond).String()
	case d < 10*time.Millisecond:
		return d.Round(100 * time.Nanosecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}
