// Package mechanisms is the table of all rules by their codes: what each is, and the policy keys, code, tests
// and record fields that show it. People edit the *.hcl files beside this one; docs/mechanisms.md is made of them by
//
//	go test ./docs/mechanisms -update
package mechanisms

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclparse"
)

//go:embed *.hcl head.md
var files embed.FS

// A Status says how far a rule is built.
type Status string

// The statuses. What works or is a setting has tests.
const (
	Works      Status = "works"      // a run does it under a shipped policy
	Setting    Status = "setting"    // it works, and no shipped policy turns it on
	Part       Status = "part"       // only what the row names exists
	NotYet     Status = "not yet"    // no run does it
	Evaluation Status = "evaluation" // a rule of evaluation: the row names the command that computes it and what is recorded for it
)

// Statuses lists every status.
func Statuses() []Status { return []Status{Works, Setting, Part, NotYet, Evaluation} }

// Built says whether the rule acts in runs, so that tests must show it.
func (s Status) Built() bool { return s == Works || s == Setting }

// A Row is one rule.
type Row struct {
	ID     string   `hcl:"id,label"`        // such as "S0-14"
	What   string   `hcl:"what"`            // what it is, in a sentence
	Here   string   `hcl:"here,optional"`   // formula and default as built, and how that differs
	Policy []string `hcl:"policy,optional"` // keys, see [Key]
	Code   []string `hcl:"code,optional"`   // files and folders, from the repository's root
	Tests  []string `hcl:"tests,optional"`  // see [Test]
	Record []string `hcl:"record,optional"` // see [Field]
	Status Status   `hcl:"status"`
}

// A Section is a table of rows under a heading.
type Section struct {
	Title string `hcl:"title,label"`
	Text  string `hcl:"text,optional"`
	After string `hcl:"after,optional"` // text below the table
	Rows  []Row  `hcl:"row,block"`
}

// A Vector is a worked example that tests check.
type Vector struct {
	Rule   string   `hcl:"rule,label"` // codes, separated by ", "
	Input  string   `hcl:"input"`
	Result string   `hcl:"result"`
	Tests  []string `hcl:"tests"`
}

// A Table is everything, in the order of the files' names.
type Table struct {
	Head     string
	Sections []Section
	Vectors  []Vector
}

// Load reads the table that is compiled in.
func Load() (*Table, error) {
	head, err := files.ReadFile("head.md")
	if err != nil {
		return nil, fmt.Errorf("mechanisms: %w", err)
	}
	names, err := fs.Glob(files, "*.hcl")
	if err != nil {
		return nil, fmt.Errorf("mechanisms: %w", err)
	}
	out := &Table{Head: string(head)}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("mechanisms: %w", err)
		}
		if err := out.read(name, text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// read adds what a file holds.
func (t *Table) read(name string, text []byte) error {
	var part struct {
		Sections []Section `hcl:"section,block"`
		Vectors  []Vector  `hcl:"vector,block"`
	}
	file, diags := hclparse.NewParser().ParseHCL(text, name)
	if !diags.HasErrors() {
		diags = append(diags, gohcl.DecodeBody(file.Body, nil, &part)...)
	}
	if diags.HasErrors() {
		return fmt.Errorf("mechanisms: %w", diags)
	}
	t.Sections = append(t.Sections, part.Sections...)
	t.Vectors = append(t.Vectors, part.Vectors...)
	return nil
}

// Rows returns all rows in order.
func (t *Table) Rows() []Row {
	var out []Row
	for _, s := range t.Sections {
		out = append(out, s.Rows...)
	}
	return out
}
