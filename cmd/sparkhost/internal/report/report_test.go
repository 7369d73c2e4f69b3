package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hostile are texts that would break a report which does not escape them.
var hostile = []string{
	"plain", "", "]]>", "<script>alert(1)</script>", "a\x00b\x1b[31m", "\xff\xfe", "100% of a,b:c\r\nd", "::error::x", "\u202egnp.exe", "﷐ \ufffe \uffff", `"'&`, "dir with spaces/ü#?.hcl", "../up.hcl", "a:b.hcl", "shipped:x.policy.hcl",
}

func drawFindings(t *rapid.T) []Finding {
	text := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	number := rapid.IntRange(0, 9)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Finding {
		return Finding{
			rapid.SampledFrom([]Level{LevelError, LevelWarning, LevelNote}).Draw(t, "level"), text.Draw(t, "rule"), text.Draw(t, "name"), text.Draw(t, "message"), text.Draw(t, "file"),
			Region{number.Draw(t, "line"), number.Draw(t, "column"), number.Draw(t, "end line"), number.Draw(t, "end column")},
		}
	}), 0, 5).Draw(t, "findings")
}

func essentials(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/sarif-essentials.schema.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("essentials.json", doc))
	schema, err := c.Compile("essentials.json")
	require.NoError(t, err)
	return schema
}

func TestSARIFOfAnyTextKeepsToTheEssentialsOfItsSchema(t *testing.T) {
	schema := essentials(t)
	rapid.Check(t, func(rt *rapid.T) {
		findings := drawFindings(rt)
		var out bytes.Buffer
		require.NoError(rt, WriteSARIF(&out, Tool{Version: "0.1.0", Dir: "/work", Worked: true}, findings))
		require.True(rt, utf8.Valid(out.Bytes()))
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
		require.NoError(rt, err)
		require.NoError(rt, schema.Validate(doc))
		var log sarifLog
		require.NoError(rt, json.Unmarshal(out.Bytes(), &log))
		require.Len(rt, log.Runs[0].Results, len(findings))
		for _, r := range log.Runs[0].Results {
			require.Equal(rt, r.Rule, log.Runs[0].Tool.Driver.Rules[r.Index].ID)
		}
	})
}

func TestSARIFSaysWhereAndWhat(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, WriteSARIF(&out, Tool{Version: "0.1.0", Dir: "/work", Exit: 2, Worked: true}, []Finding{
		{LevelError, "P201", "unknown-attribute", "no such attribute", "/work/my policies/a.policy.hcl", Region{4, 5, 4, 14}},
		{LevelWarning, "P201", "unknown-attribute", "again", "a:b.policy.hcl", Region{Line: 1, Column: 3, EndLine: 1, EndColumn: 3}},
		{LevelNote, "gate.sure", "", "shipped", "shipped:standard.policy.hcl", Region{Line: 7}},
		{LevelNote, "gate.sure", "", "nowhere", "", Region{}},
	}))
	text := out.String()
	for _, want := range []string{
		`"uri": "my%20policies/a.policy.hcl"`, `"startLine": 4,` + "\n" + strings.Repeat(" ", 18) + `"startColumn": 5,` + "\n" + strings.Repeat(" ", 18) + `"endLine": 4,`,
		`"uri": "./a:b.policy.hcl"`, `"exitCode": 2`, `"executionSuccessful": true`, `"fullyQualifiedName": "shipped:standard.policy.hcl"`,
	} {
		assert.Contains(t, text, want)
	}
	assert.Equal(t, 1, strings.Count(text, `"endLine"`), "an empty region has no end")
	assert.Equal(t, 2, strings.Count(text, `"uri"`))
	assert.Equal(t, 1, strings.Count(text, `"id": "P201"`), "a rule is listed once")
}

func TestJUnitOfAnyTextIsWellFormed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var cases []Case
		for _, f := range drawFindings(rt) {
			outcome := rapid.SampledFrom([]Outcome{Passed, Failed, Errored, Skipped}).Draw(rt, "outcome")
			cases = append(cases, Case{Class: f.File, Name: f.Rule, Seconds: 0.5, Outcome: outcome, Message: f.Message, Text: f.Name, Out: f.Message})
		}
		var out bytes.Buffer
		require.NoError(rt, WriteJUnit(&out, cases))
		require.True(rt, utf8.Valid(out.Bytes()))
		dec, elements := xml.NewDecoder(bytes.NewReader(out.Bytes())), 0
		for {
			token, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(rt, err)
			if start, is := token.(xml.StartElement); is && start.Name.Local == "testcase" {
				elements++
			}
		}
		require.Equal(rt, len(cases), elements)
	})
}

func TestJUnitCountsWhatItHolds(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, WriteJUnit(&out, []Case{
		{Class: "a", Name: "1"}, {Class: "b", Name: "2", Outcome: Failed, Message: "no"}, {Class: "a", Name: "3", Outcome: Errored, Message: "broke"}, {Class: "a", Name: "4", Outcome: Skipped, Message: "silent", Seconds: 1.25},
	}))
	var got xmlSuites
	require.NoError(t, xml.Unmarshal(out.Bytes(), &got))
	assert.Equal(t, []int{4, 1, 1}, []int{got.Tests, got.Failures, got.Errors})
	require.Len(t, got.Suites, 2)
	assert.Equal(t, []int{3, 0, 1, 1}, []int{got.Suites[0].Tests, got.Suites[0].Failures, got.Suites[0].Errors, got.Suites[0].Skipped})
	assert.Equal(t, "silent", got.Suites[0].Cases[2].Skipped.Message)
	assert.Equal(t, "1.250", got.Suites[0].Cases[2].Seconds)
	assert.NotContains(t, out.String(), `time=""`)
}

func TestAWorkflowCommandIsOneLineOfAKnownFormWhateverTheText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		findings := drawFindings(rt)
		var out bytes.Buffer
		require.NoError(rt, WriteGitHub(&out, "/work", findings))
		require.True(rt, utf8.Valid(out.Bytes()))
		require.Equal(rt, len(findings), strings.Count(out.String(), "\n"))
		require.NotContains(rt, out.String(), "\r")
		for l := range strings.Lines(out.String()) {
			require.Regexp(rt, `^::(error|warning|notice) (file=[^:,\n]*,)?(line=\d+,)?(col=\d+,)?title=[^:,\n]*::[^\n]*\n$`, l)
		}
	})
}

func TestAWorkflowCommandEscapesWhatEndsItsParts(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, WriteGitHub(&out, "/work", []Finding{{LevelWarning, "P1", "a:b", "100% a,b:c\r\nd", "/work/x,y.hcl", Region{Line: 3, Column: 4}}}))
	assert.Equal(t, "::warning file=x%2Cy.hcl,line=3,col=4,title=P1 a%3Ab::100%25 a,b:c%0Ad\n", out.String())
}
