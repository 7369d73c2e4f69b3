package diag

import (
	"fmt"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// A Code is the stable identity of one kind of diagnostic. It is the Extra of
// every diagnostic that [Error] makes and begins its summary. Scripts may rely on
// ID and Name; wording may change.
type Code struct {
	ID    string // such as "P401"
	Name  string // such as "unknown-name"
	Phase string // A to J, or T for tests; see docs/policy.md
	Doc   string
}

// String returns the code as it is printed: "P401 unknown-name".
func (c Code) String() string { return c.ID + " " + c.Name }

// The codes, by ID. What each means is its Doc, which docs/policy.md lists.
var (
	CodeUnreadable = Code{"P001", "unreadable", "A", "the path is not a policy file, folder or shipped policy, or cannot be read"}
	CodeTooLarge   = Code{"P002", "too-large", "A", "a policy file is larger than 256 KiB, or an expression has too many parts"}
	CodeTooDeep    = Code{"P003", "too-deep", "A", "brackets, unary operators or conditionals are nested deeper than 64"}
	CodeNotUTF8    = Code{"P004", "not-utf8", "A", "a policy file is not UTF-8"}
	CodeSyntax     = Code{"P005", "syntax", "A", "the text is not HCL"}
	CodeNoPolicy   = Code{"P006", "no-policy", "A", "a file or folder defines no policy, or several and none was chosen"}
	CodeMore       = Code{"P007", "more", "A", "more problems than are shown"}

	CodeLanguage = Code{"P101", "language", "B", "the policy is written for another version of the language"}
	CodeVersion  = Code{"P102", "version", "B", "required_version excludes this sparkhost, or is invalid"}

	CodeUnknownAttr  = Code{"P201", "unknown-attribute", "C", "unknown attribute in a block"}
	CodeUnknownBlock = Code{"P202", "unknown-block", "C", "unknown block"}
	CodeMissing      = Code{"P203", "missing", "C", "a required attribute or block is missing"}
	CodeDuplicate    = Code{"P204", "duplicate", "C", "something appears twice that must appear once"}
	CodeType         = Code{"P205", "wrong-type", "C", "a value has the wrong type or format"}
	CodeRange        = Code{"P206", "out-of-range", "C", "a number is out of its range"}
	CodeUnit         = Code{"P207", "unit", "C", "a duration, size or amount of money lacks its unit"}
	CodeLabel        = Code{"P208", "label", "C", "a block has the wrong label, too many or none"}
	CodeOneOf        = Code{"P209", "not-one-of", "C", "a string is not one of the allowed words"}
	CodeConflict     = Code{"P210", "conflict", "C", "two settings exclude each other"}

	CodeUndeclared  = Code{"P301", "undeclared-variable", "D", "a value is given for an undeclared variable"}
	CodeVarValue    = Code{"P302", "variable-value", "D", "a variable has no value, or one of the wrong type"}
	CodeValidation  = Code{"P303", "validation", "D", "a variable's value fails its own validation"}
	CodeLocalCycle  = Code{"P304", "local-cycle", "D", "locals refer to each other in a cycle"}
	CodeSensitive   = Code{"P305", "sensitive", "D", "a sensitive value is used where it could be shown"}
	CodeUnusedValue = Code{"P306", "unused-variable", "D", "a variable or local is never used (warning)"}

	CodeNoSecret = Code{"P307", "secret", "D", "a run needs a secret that the environment does not have"}

	CodeUnknownName  = Code{"P401", "unknown-name", "E", "a name is undefined"}
	CodeRedefined    = Code{"P402", "redefined", "E", "a name is defined twice in one layer"}
	CodeExtendsCycle = Code{"P403", "extends-cycle", "E", "policies extend each other in a cycle"}
	CodeClash        = Code{"P404", "clash", "E", "parents disagree and the child does not decide"}
	CodeUnusedName   = Code{"P405", "unused", "E", "a plugin, source or stage is never used (warning)"}

	CodeUnusedRole  = Code{"P406", "unused-role", "E", "a role is bound to a model, and nothing asks it (warning)"}
	CodeUnboundRole = Code{"P407", "unbound-role", "E", "a block asks a role that is bound to no model, while other roles are bound (warning)"}

	CodeUnknownPath = Code{"P501", "unknown-metric", "F", "an expression reads something that does not exist"}
	CodeOperand     = Code{"P502", "operand-type", "F", "operands of different or unsuitable types"}
	CodeNotBool     = Code{"P503", "not-a-condition", "F", "a condition that is neither true nor false"}
	CodeConstruct   = Code{"P504", "construct", "F", "a construct that this language does not have"}
	CodeFunction    = Code{"P505", "function", "F", "an unknown function or wrong arguments"}
	CodeConstant    = Code{"P506", "constant", "F", "a comparison whose outcome never changes (warning), or a gate that no answer can pass"}
	CodeEvaluation  = Code{"P507", "evaluation", "F", "an expression cannot be computed"}

	CodeOrder    = Code{"P601", "order", "G", "a round is missing from order, or in it twice"}
	CodeTooEarly = Code{"P602", "too-early", "G", "a condition reads a value that is known only later"}
	CodeMayBe    = Code{"P603", "maybe-null", "G", "a condition reads a value that may be null without checking first"}
	CodeAlways   = Code{"P604", "always-null", "G", "a condition reads a value that this policy never sets"}

	CodeWaiver = Code{"P605", "waiver", "G", "a waiver of a hard gate, without reason, or one that has expired"}

	CodeOverBudget = Code{"P701", "over-budget", "H", "the rounds, or one call of a plugin, may spend more than the policy"}
	CodeUnlimited  = Code{"P702", "unlimited", "H", "cost or time has no limit (warning)"}

	CodeShortOfFuel = Code{"P703", "short-of-fuel", "H", "a question has less fuel than its stages may use (warning)"}

	CodeOutOfReach   = Code{"P751", "out-of-reach", "I", "a number is outside the range that a plugin declares, so it has no effect (warning)"}
	CodeNoOutput     = Code{"P752", "no-output", "I", "a condition reads a signal that no plugin returns"}
	CodeLittleMemory = Code{"P753", "little-memory", "I", "a plugin is allowed less memory than it starts with"}
	CodeLittleFuel   = Code{"P754", "little-fuel", "I", "a plugin is allowed less fuel than it starts with; for a stage's calls alone, a warning"}

	CodeTestFailed = Code{"P901", "test-failed", "T", "a policy test fails"}
	CodeTestEmpty  = Code{"P902", "expects-nothing", "T", "a test without expectation, or a place without tests"}
	CodeNotGiven   = Code{"P903", "not-reached", "T", "a test gives state that the policy never reads, such as that of a round that did not run"}
	CodeUncovered  = Code{"P904", "not-covered", "T", "no test covers this outcome of a decision"}

	CodeReward = Code{"P801", "reward", "J", "a falsification feature raises a confidence (warning)"}

	CodeWeights     = Code{"P802", "weights", "J", "the base of a confidence sums to more than 1, or to less than clamp allows (warning)"}
	CodeOneSided    = Code{"P803", "one-sided", "J", "a policy has a confidence but never searches for contrary evidence (warning)"}
	CodeSameSources = Code{"P804", "same-sources", "J", "rounds for and against search the same sources, although the policy has others (warning)"}
)

// Codes lists every code, by ID.
func Codes() []Code {
	return []Code{
		CodeUnreadable, CodeTooLarge, CodeTooDeep, CodeNotUTF8, CodeSyntax, CodeNoPolicy, CodeMore,
		CodeLanguage, CodeVersion,
		CodeUnknownAttr, CodeUnknownBlock, CodeMissing, CodeDuplicate, CodeType, CodeRange, CodeUnit, CodeLabel, CodeOneOf, CodeConflict,
		CodeUndeclared, CodeVarValue, CodeValidation, CodeLocalCycle, CodeSensitive, CodeUnusedValue, CodeNoSecret,
		CodeUnknownName, CodeRedefined, CodeExtendsCycle, CodeClash, CodeUnusedName, CodeUnusedRole, CodeUnboundRole,
		CodeUnknownPath, CodeOperand, CodeNotBool, CodeConstruct, CodeFunction, CodeConstant, CodeEvaluation,
		CodeOrder, CodeTooEarly, CodeMayBe, CodeAlways, CodeWaiver,
		CodeOverBudget, CodeUnlimited, CodeShortOfFuel,
		CodeOutOfReach, CodeNoOutput, CodeLittleMemory, CodeLittleFuel,
		CodeReward, CodeWeights, CodeOneSided, CodeSameSources,
		CodeTestFailed, CodeTestEmpty, CodeNotGiven, CodeUncovered,
	}
}

// Error makes an error at a place; a zero range means no place. Summary and detail are cut to what people read.
func Error(c Code, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	d := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: c.String() + ": " + Clip(summary), Detail: Clip(detail), Extra: c}
	if at.Filename != "" {
		d.Subject = at.Ptr()
	}
	return d
}

// Clip shortens a text that quotes something endless.
func Clip(s string) string {
	const most = 1000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Warning is [Error] with the severity of a warning.
func Warning(c Code, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	d := Error(c, at, summary, detail)
	d.Severity = hcl.DiagWarning
	return d
}

// Of returns the code of a diagnostic that [Error] or [Warning] made; of any other, the zero one.
func Of(d *hcl.Diagnostic) Code {
	c, _ := d.Extra.(Code)
	return c
}

// Tidy sorts by file, byte and code and drops repetitions, which arise when
// several policies share a block (trap 6). Of more than [MaxReports] it keeps the first, errors before warnings.
// It may reorder what it is given.
func Tidy(diags hcl.Diagnostics) hcl.Diagnostics {
	sort.SliceStable(diags, func(i, j int) bool { return sortKey(diags[i]) < sortKey(diags[j]) })
	var out hcl.Diagnostics
	seen := map[string]bool{}
	for _, d := range diags {
		key := sortKey(d) + d.Summary
		if !seen[key] {
			seen[key] = true
			out = append(out, d)
		}
	}
	return firstOf(out)
}

// MaxReports bounds what is reported at once; later problems are often
// consequences of earlier ones.
const MaxReports = 60

// firstOf keeps the first reports, errors before warnings, and says that there are more.
func firstOf(diags hcl.Diagnostics) hcl.Diagnostics {
	if len(diags) <= MaxReports {
		return diags
	}
	sort.SliceStable(diags, func(i, j int) bool { return diags[i].Severity < diags[j].Severity })
	more := Error(CodeMore, hcl.Range{}, "There are more problems", "Correct these first.")
	more.Severity = diags[MaxReports].Severity
	return append(diags[:MaxReports:MaxReports], more)
}

func sortKey(d *hcl.Diagnostic) string {
	if d.Subject == nil {
		return "\x00" + Of(d).ID + d.Summary
	}
	return fmt.Sprintf("%s\x00%09d\x00%s", d.Subject.Filename, d.Subject.Start.Byte, Of(d).ID)
}

// Place prints a range as file:line:column for the detail of a diagnostic.
func Place(r hcl.Range) string {
	return fmt.Sprintf("%s:%d:%d", r.Filename, r.Start.Line, r.Start.Column)
}
