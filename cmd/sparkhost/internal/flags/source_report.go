package flags

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/outbound"
)

// A sourceUse is a line of a source report.
type sourceUse struct {
	Name string `json:"source"`
	outbound.Counters
}

// Report writes what was done with each source, where the user asked for it.
func (f *LiveFlags) Report(stderr io.Writer, r *outbound.Report) error {
	if f.sourceReport == "" {
		return nil
	}
	uses := []sourceUse{}
	for _, name := range r.Providers() {
		uses = append(uses, sourceUse{name, r.Provider(name)})
	}
	var b bytes.Buffer
	var err error
	if strings.HasSuffix(f.sourceReport, ".json") {
		err = shell.Encoder(&b).Encode(uses)
	} else {
		err = writeUses(&b, uses)
	}
	if err == nil && f.sourceReport == "-" {
		_, err = stderr.Write(b.Bytes())
	} else if err == nil {
		err = os.WriteFile(f.sourceReport, b.Bytes(), 0o644)
	}
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--source-report: %w", err)
	}
	return nil
}

func writeUses(w io.Writer, uses []sourceUse) error {
	if len(uses) == 0 {
		_, err := fmt.Fprintln(w, "no network source was searched")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SOURCE\tCALLS\tFROM CACHE\tWAITS\tWAITED\tRETRIES\tFAILED\tLAST FAILURE\tQUOTA LEFT\tUSD")
	for _, u := range uses {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%d\t%d\t%s\t%s\t%s\n", u.Name, u.Calls, u.CacheHits, u.Waits, u.Waited.Round(time.Millisecond),
			u.Retries, u.Failures, shell.OrDash(strings.ReplaceAll(string(u.Last), "_", " ")), shell.Quota(u.Left), shell.Dollars(u.CostMicroUSD))
	}
	return t.Flush()
}
