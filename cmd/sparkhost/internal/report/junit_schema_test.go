package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// allowed are the attributes that the schema of Jenkins, junit-10.xsd, has for the elements that are written.
var allowed = map[string][]string{
	"testsuites": {"name", "time", "tests", "failures", "disabled", "errors"},
	"testsuite":  {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
	"testcase":   {"name", "assertions", "time", "classname", "status", "class", "file", "line", "log", "group", "url"},
	"failure":    {"type", "message"}, "error": {"type", "message"}, "skipped": {"type", "message"}, "system-out": {},
}

func TestAReportHasTheAttributesOfTheSchemaOnly(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteJUnit(&b, []Case{
		{Class: "c", Name: "passed", Seconds: 1, Out: "out"}, {Class: "c", Name: "failed", Outcome: Failed, Message: "m", Text: "t"},
		{Class: "c", Name: "errored", Outcome: Errored}, {Class: "d", Name: "skipped", Outcome: Skipped, Message: "m"},
	}))
	d := xml.NewDecoder(&b)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			require.Contains(t, allowed, e.Name.Local)
			for _, a := range e.Attr {
				assert.Contains(t, allowed[e.Name.Local], a.Name.Local, e.Name.Local)
			}
		}
	}
}
