package report

import (
	"encoding/xml"
	"fmt"
	"io"
)

// An Outcome says how a test case ended.
type Outcome string

// The outcomes. An error is a case that could not be judged, a failure one that was.
const (
	Passed  Outcome = ""
	Failed  Outcome = "failure"
	Errored Outcome = "error"
	Skipped Outcome = "skipped"
)

// A Case is one line of a JUnit report. Class and Name together should be unique, or CI
// systems show one of several.
type Case struct {
	Class, Name string
	Seconds     float64 // 0: not said
	Outcome     Outcome
	Message     string // of the outcome, in one line
	Text        string // of the outcome, at length
	Out         string // what else there is to say; shown also where a case passed
}

type (
	xmlSuites struct {
		XMLName  xml.Name    `xml:"testsuites"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Suites   []*xmlSuite `xml:"testsuite"`
	}
	xmlSuite struct {
		Name     string    `xml:"name,attr"`
		Tests    int       `xml:"tests,attr"`
		Failures int       `xml:"failures,attr"`
		Errors   int       `xml:"errors,attr"`
		Skipped  int       `xml:"skipped,attr"`
		Cases    []xmlCase `xml:"testcase"`
	}
	xmlCase struct {
		Class   string  `xml:"classname,attr"`
		Name    string  `xml:"name,attr"`
		Seconds string  `xml:"time,attr,omitempty"`
		Failure *xmlEnd `xml:"failure"`
		Error   *xmlEnd `xml:"error"`
		Skipped *xmlEnd `xml:"skipped"`
		Out     string  `xml:"system-out,omitempty"`
	}
	xmlEnd struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes cases as JUnit XML, one suite for each class, both in their order.
func WriteJUnit(w io.Writer, cases []Case) error {
	var all xmlSuites
	at := map[string]*xmlSuite{}
	for _, c := range cases {
		suite := at[c.Class]
		if suite == nil {
			suite = &xmlSuite{Name: line(c.Class)}
			at[c.Class] = suite
			all.Suites = append(all.Suites, suite)
		}
		suite.add(c)
	}
	for _, s := range all.Suites {
		all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
		all.Errors += s.Errors // the schema knows no skipped here
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

// add appends a case and counts it.
func (s *xmlSuite) add(c Case) {
	out := xmlCase{Class: line(c.Class), Name: line(c.Name), Out: clean(c.Out)}
	if c.Seconds > 0 {
		out.Seconds = fmt.Sprintf("%.3f", c.Seconds)
	}
	end := &xmlEnd{Message: line(c.Message), Text: clean(c.Text)}
	s.Tests++
	switch c.Outcome {
	case Failed:
		out.Failure = end
		s.Failures++
	case Errored:
		out.Error = end
		s.Errors++
	case Skipped:
		out.Skipped = end
		s.Skipped++
	}
	s.Cases = append(s.Cases, out)
}
