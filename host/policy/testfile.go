package policy

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// TestSuffix ends the names of policy test files.
const TestSuffix = ".policytest.hcl"

// testSchema is the top level of a *.policytest.hcl file.
func testSchema() block {
	return block{
		Name: "file",
		Doc:  "What a *.policytest.hcl file holds.",
		Blocks: []block{{
			Name: "test", Label: "what it shows", Sentence: true,
			Doc: "One question's way through a policy, over a given state. Whatever a round would find is given, not searched.",
			Attrs: []attr{
				{Name: "policy", Kind: kindName, Required: true, Refers: "policy", Doc: "the policy under test: one of the folder, or a shipped one"},
				{Name: "mode", Kind: kindName, OneOf: modeNames, Doc: "the mode of the run; default: that of policy test --mode, else the policy's own"},
				{Name: "variables", Kind: kindConfig, Doc: "values of the policy's variables, by name; the environment is not read"},
			},
			Blocks: []block{
				{Name: "given", Label: "what", Sentence: true, Free: true,
					Doc: "State: of a round by name (ROUND.2: of its second pass; ran = false: it asked nothing new), of question, run, budget, pool, answer, of a stage such as verify.markers or falsify.draft, or of a handler such as on.dispute. What is not given takes its neutral value."},
				{Name: "expect", Doc: "What must come of it; each attribute is checked if it is there.", Attrs: []attr{
					{Name: "path", Kind: kindNames, Refers: "round", Repeats: true, Doc: "rounds that ran, in order, a repeated one once for each pass"},
					{Name: "skipped", Kind: kindConfig, Doc: `rounds that did not run and how their reason begins, such as { methods = "when: false" }; the beginnings are when, adaptive, max_rounds, off (switched off in this mode) and "no new queries"`},
					{Name: "challenged", Kind: kindNames, OneOf: []string{"draft"}, Doc: "falsify blocks that ran"},
					{Name: "reactions", Kind: kindNames, OneOf: events, Doc: "handlers that acted, in order"},
					{Name: "answered_in", Kind: kindName, OneOf: modeNames, Doc: "the mode in which the answer is made"},
					{Name: "gates", Kind: kindConfig, Doc: "gates and whether they pass, such as { covered = false }"},
					{Name: "verdict", Kind: kindWord, OneOf: []string{string(Answered), string(Abstained), string(Refused)}, Doc: "what the gates make of the answer"},
					{Name: "reasons", Kind: kindTexts, Doc: "all uncertainty reasons, in any order: of gates that did not pass, of a draft that was refuted, margin_below_minimum"},
				}},
				{Name: "assert", Many: true, Doc: "A condition on the state at the end.", Attrs: []attr{
					{Name: "condition", Kind: kindCondition, Required: true, Doc: "what must hold; it may read what gates may read"},
					{Name: "error_message", Kind: kindText, Required: true, Doc: "what to say if it does not"},
				}},
			},
		}},
	}
}

// A testFile is one parsed file of tests.
type testFile struct {
	name   string
	source *hcl.File
	tests  []*node
	diags  hcl.Diagnostics
}

// readTests parses a test file: phases A and C.
func readTests(name string, src []byte) *testFile {
	f := &testFile{name: name}
	f.source, f.diags = parse(name, src)
	if f.diags.HasErrors() {
		return f
	}
	schema := testSchema()
	tree, diags := readTree(&schema, f.source.Body.(*hclsyntax.Body), src)
	f.diags = append(diags, evalTree(tree, constants{})...)
	first := map[string]*node{}
	for _, n := range tree.all("test") {
		n.visit(func(n *node) { f.diags = append(f.diags, missing(n)...) })
		if first[n.label] != nil {
			f.diags = append(f.diags, problem(codeDuplicate, n.at, fmt.Sprintf("%s appears twice", title(n)), "It is first written at "+place(first[n.label].at)+"."))
		}
		first[n.label] = n
	}
	f.tests, f.diags = tree.all("test"), tidy(f.diags)
	return f
}

// variables are a test's values of variables, as --var would give them.
func (f *testFile) variables(test *node) map[string]string {
	out := map[string]string{}
	for name, v := range test.settings("variables") {
		out[name] = strings.Trim(fmt.Sprint(v), "[]")
		if x, ok := v.(float64); ok {
			out[name] = plainNumber(x)
		}
	}
	return out
}
