package report

import (
	"encoding/json"
	"io"
)

// A Tool describes the tool that found the findings, and how it ended.
type Tool struct {
	Version string
	Dir     string // the working directory, to which files are relative
	Exit    int    // the exit code of the command
	Worked  bool   // the command did its work, whatever it found
}

// sarifSchema is the schema that SARIF 2.1.0 documents name.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// The parts of SARIF that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"semanticVersion"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID   string `json:"id"`
		Name string `json:"name,omitempty"`
	}
	sarifInvocation struct {
		Exit   int  `json:"exitCode"`
		Worked bool `json:"executionSuccessful"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     Level           `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region sarifRegion `json:"region"`
	}
	sarifRegion struct {
		Line      int `json:"startLine"`
		Column    int `json:"startColumn,omitempty"`
		EndLine   int `json:"endLine,omitempty"`
		EndColumn int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// WriteSARIF writes findings as one run of a SARIF 2.1.0 log. A rule's id is the finding's,
// never its message. A finding in a shipped file has a logical location, since no reader
// could open the file.
func WriteSARIF(w io.Writer, tool Tool, findings []Finding) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Invocations = []sarifInvocation{{tool.Exit, tool.Worked}}
	driver := &run.Tool.Driver
	*driver = sarifDriver{Name: "sparkhost", Version: tool.Version, Rules: []sarifRule{}}
	index := map[string]int{}
	for _, f := range findings {
		id := line(f.Rule)
		at, known := index[id]
		if !known {
			at = len(driver.Rules)
			index[id] = at
			driver.Rules = append(driver.Rules, sarifRule{id, line(f.Name)})
		}
		run.Results = append(run.Results, sarifResult{
			Rule: id, Index: at, Level: f.Level, Message: sarifText{clean(f.Message)}, Locations: locations(tool.Dir, f),
		})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func locations(dir string, f Finding) []sarifLocation {
	switch {
	case f.File == "":
		return nil
	case virtual(f.File):
		return []sarifLocation{{Logical: []sarifLogical{{line(f.File)}}}}
	}
	p := &sarifPhysical{Region: sarifRegion{Line: max(f.Line, 1), Column: f.Column}}
	p.Artifact.URI = uri(relative(dir, f.File))
	if f.Column > 0 && (f.EndLine > f.Line || f.EndLine == f.Line && f.EndColumn > f.Column) {
		p.Region.EndLine, p.Region.EndColumn = f.EndLine, f.EndColumn
	}
	return []sarifLocation{{Physical: p}}
}
