package plugincmd

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/conformance"
)

// testWriters are the formats of `plugin test`.
var testWriters = map[string]func(io.Writer, *conformance.Report) error{
	"text":  writeTestText,
	"json":  func(w io.Writer, r *conformance.Report) error { return shell.WriteJSON(w, r) },
	"junit": writeTestJUnit,
}

// maxDetailRunes limits how much of a check's detail the text output shows.
const maxDetailRunes = 400

func writeTestText(w io.Writer, r *conformance.Report) error {
	var b strings.Builder
	fmt.Fprintln(&b, shell.Plain(strings.Join([]string{r.Name, r.Version, r.Kind, r.ABI, "sha256 " + shell.Short(r.Digest)}, "  ")))
	for _, result := range r.Results {
		status := string(result.Status)
		if result.Status == conformance.Failed {
			status = "FAIL"
		}
		fmt.Fprintf(&b, "  %s  %-16s  %s\n", status, result.ID, shell.Shorten(result.Detail, maxDetailRunes))
		if result.Status == conformance.Failed {
			fmt.Fprintf(&b, "        %-16s  requirement: %s\n        %-16s  fix: %s\n", "", result.Asks, "", result.Fix)
		}
	}
	fmt.Fprintf(&b, "%d passed, %d failed, %d skipped\n", r.Passed, r.Failed, r.Skipped)
	_, err := io.WriteString(w, b.String())
	return err
}

// The JUnit form, as CI systems read it.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string    `xml:"classname,attr"`
		Name    string    `xml:"name,attr"`
		Failure *junitEnd `xml:"failure"`
		Skipped *junitEnd `xml:"skipped"`
	}
	junitEnd struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func writeTestJUnit(w io.Writer, r *conformance.Report) error {
	suite := junitSuite{Name: shell.Plain(r.Name), Tests: len(r.Results), Failures: r.Failed, Skipped: r.Skipped}
	for _, result := range r.Results {
		c := junitCase{Class: "sparkhost.plugin." + suite.Name, Name: result.ID}
		end := &junitEnd{Message: shell.Plain(result.Detail)}
		switch result.Status {
		case conformance.Failed:
			c.Failure, end.Text = end, result.Asks+" "+result.Fix
		case conformance.Skipped:
			c.Skipped = end
		}
		suite.Cases = append(suite.Cases, c)
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
