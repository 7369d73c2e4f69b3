package policy

import (
	"fmt"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// A Code is the stable identity of one kind of diagnostic. It is the Extra of
// every hcl.Diagnostic of this package and begins its summary. Scripts may rely on
// ID and Name; wording may change.
type Code struct {
	ID    string // such as "P401"
	Name  string // such as "unknown-name"
	Phase string // A to J, or T for tests; see docs/policy.md
	Doc   string
}

// String is the code as it is printed: "P401 unknown-name".
func (c Code) String() string { return c.ID + " " + c.Name }

var (
	codeUnreadable = Code{"P001", "unreadable", "A", "the path names no policy file, folder or shipped policy, or it cannot be read"}
	codeTooLarge   = Code{"P002", "too-large", "A", "a policy file is larger than 256 KiB, or an expression has too many parts"}
	codeTooDeep    = Code{"P003", "too-deep", "A", "brackets, unary operators or conditionals are nested deeper than 64"}
	codeNotUTF8    = Code{"P004", "not-utf8", "A", "a policy file is not UTF-8"}
	codeSyntax     = Code{"P005", "syntax", "A", "the text is not HCL"}
	codeNoPolicy   = Code{"P006", "no-policy", "A", "a file or folder defines no policy, or several and none was chosen"}
	codeMore       = Code{"P007", "more", "A", "there are more problems than are shown"}

	codeLanguage = Code{"P101", "language", "B", "the policy is written for another version of the language"}
	codeVersion  = Code{"P102", "version", "B", "required_version excludes this sparkhost, or is no constraint"}

	codeUnknownAttr  = Code{"P201", "unknown-attribute", "C", "a block has no such attribute"}
	codeUnknownBlock = Code{"P202", "unknown-block", "C", "there is no such block here"}
	codeMissing      = Code{"P203", "missing", "C", "a required attribute or block is missing"}
	codeDuplicate    = Code{"P204", "duplicate", "C", "something that may appear once appears twice"}
	codeType         = Code{"P205", "wrong-type", "C", "a value has the wrong type or form"}
	codeRange        = Code{"P206", "out-of-range", "C", "a number is out of its range"}
	codeUnit         = Code{"P207", "unit", "C", "a duration, size or amount of money lacks its unit"}
	codeLabel        = Code{"P208", "label", "C", "a block has the wrong label, too many or none"}
	codeOneOf        = Code{"P209", "not-one-of", "C", "a text is not one of the allowed words"}
	codeConflict     = Code{"P210", "conflict", "C", "two settings exclude each other"}

	codeUndeclared  = Code{"P301", "undeclared-variable", "D", "a value is given for a variable that nothing declares"}
	codeVarValue    = Code{"P302", "variable-value", "D", "a variable has no value, or one of the wrong type"}
	codeValidation  = Code{"P303", "validation", "D", "a variable's value fails its own validation"}
	codeLocalCycle  = Code{"P304", "local-cycle", "D", "locals refer to each other in a circle"}
	codeSensitive   = Code{"P305", "sensitive", "D", "a sensitive value is used where it could be shown"}
	codeUnusedValue = Code{"P306", "unused-variable", "D", "a variable or local is never used (warning)"}

	codeNoSecret = Code{"P307", "secret", "D", "a run needs a secret that the environment does not have"}

	codeUnknownName  = Code{"P401", "unknown-name", "E", "a name refers to nothing"}
	codeRedefined    = Code{"P402", "redefined", "E", "a name is defined twice in one layer"}
	codeExtendsCycle = Code{"P403", "extends-cycle", "E", "policies extend each other in a circle"}
	codeClash        = Code{"P404", "clash", "E", "parents disagree and the child does not decide"}
	codeUnusedName   = Code{"P405", "unused", "E", "a plugin, source or stage is never used (warning)"}

	codeUnknownPath = Code{"P501", "unknown-metric", "F", "an expression reads something that does not exist"}
	codeOperand     = Code{"P502", "operand-type", "F", "operands of different or unsuitable types"}
	codeNotBool     = Code{"P503", "not-a-condition", "F", "a condition that is neither true nor false"}
	codeConstruct   = Code{"P504", "construct", "F", "a construct that this language leaves out"}
	codeFunction    = Code{"P505", "function", "F", "an unknown function or wrong arguments"}
	codeConstant    = Code{"P506", "constant", "F", "a comparison whose outcome never changes (warning)"}
	codeEvaluation  = Code{"P507", "evaluation", "F", "an expression cannot be computed"}

	codeOrder    = Code{"P601", "order", "G", "a round is missing from order, or in it twice"}
	codeTooEarly = Code{"P602", "too-early", "G", "a condition reads what is known only later"}
	codeMayBe    = Code{"P603", "maybe-null", "G", "a condition reads what may be null without asking first"}
	codeAlways   = Code{"P604", "always-null", "G", "a condition reads what this policy never sets"}

	codeWaiver = Code{"P605", "waiver", "G", "a waiver of a hard gate, without reason, or one that has expired"}

	codeOverBudget = Code{"P701", "over-budget", "H", "the rounds, or one call of a plugin, may spend more than the policy"}
	codeUnlimited  = Code{"P702", "unlimited", "H", "cost or time has no limit (warning)"}

	codeShortOfFuel = Code{"P703", "short-of-fuel", "H", "a question has less fuel than its stages may use (warning)"}

	codeOutOfReach   = Code{"P751", "out-of-reach", "I", "a number lies outside what a plugin declares that it gives, and so decides nothing (warning)"}
	codeNoOutput     = Code{"P752", "no-output", "I", "a condition reads a signal that no plugin gives"}
	codeLittleMemory = Code{"P753", "little-memory", "I", "a plugin is allowed less memory than it starts with"}
	codeLittleFuel   = Code{"P754", "little-fuel", "I", "a plugin is allowed less fuel than it starts with; for a stage's calls alone, a warning"}

	codeTestFailed = Code{"P901", "test-failed", "T", "a policy test expects something else than what the policy does"}
	codeTestEmpty  = Code{"P902", "expects-nothing", "T", "a test without expectation, or a place without tests"}
	codeNotGiven   = Code{"P903", "not-reached", "T", "a test gives state that the policy never asks for, such as that of a round that did not run"}
	codeUncovered  = Code{"P904", "not-covered", "T", "no test sees a decision turn out that way"}

	codeReward = Code{"P801", "reward", "J", "a falsification feature raises a confidence (warning)"}

	codeWeights     = Code{"P802", "weights", "J", "the base of a confidence sums to more than 1, or to less than clamp allows (warning)"}
	codeOneSided    = Code{"P803", "one-sided", "J", "a policy states a confidence and never looks for evidence against (warning)"}
	codeSameSources = Code{"P804", "same-sources", "J", "rounds for and against ask the same sources, though the policy has others (warning)"}
)

// Codes lists every code, by ID.
func Codes() []Code {
	return []Code{
		codeUnreadable, codeTooLarge, codeTooDeep, codeNotUTF8, codeSyntax, codeNoPolicy, codeMore,
		codeLanguage, codeVersion,
		codeUnknownAttr, codeUnknownBlock, codeMissing, codeDuplicate, codeType, codeRange, codeUnit, codeLabel, codeOneOf, codeConflict,
		codeUndeclared, codeVarValue, codeValidation, codeLocalCycle, codeSensitive, codeUnusedValue, codeNoSecret,
		codeUnknownName, codeRedefined, codeExtendsCycle, codeClash, codeUnusedName,
		codeUnknownPath, codeOperand, codeNotBool, codeConstruct, codeFunction, codeConstant, codeEvaluation,
		codeOrder, codeTooEarly, codeMayBe, codeAlways, codeWaiver,
		codeOverBudget, codeUnlimited, codeShortOfFuel,
		codeOutOfReach, codeNoOutput, codeLittleMemory, codeLittleFuel,
		codeReward, codeWeights, codeOneSided, codeSameSources,
		codeTestFailed, codeTestEmpty, codeNotGiven, codeUncovered,
	}
}

// problem makes an error at a place; a zero range means no place.
func problem(c Code, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	d := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: c.String() + ": " + clip(summary), Detail: clip(detail), Extra: c}
	if at.Filename != "" {
		d.Subject = at.Ptr()
	}
	return d
}

// clip shortens a text that quotes something endless.
func clip(s string) string {
	const most = 1000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// warning is problem with the severity of a warning.
func warning(c Code, at hcl.Range, summary, detail string) *hcl.Diagnostic {
	d := problem(c, at, summary, detail)
	d.Severity = hcl.DiagWarning
	return d
}

// codeOf returns the code of a diagnostic of this package.
func codeOf(d *hcl.Diagnostic) Code {
	c, _ := d.Extra.(Code)
	return c
}

// tidy sorts by file, byte and code and drops repetitions, which arise when
// several policies share a block (trap 6).
func tidy(diags hcl.Diagnostics) hcl.Diagnostics {
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

// maxReports bounds what is reported at once; later problems are often
// consequences of earlier ones.
const maxReports = 60

// firstOf keeps the first reports, errors before warnings, and says that there are more.
func firstOf(diags hcl.Diagnostics) hcl.Diagnostics {
	if len(diags) <= maxReports {
		return diags
	}
	sort.SliceStable(diags, func(i, j int) bool { return diags[i].Severity < diags[j].Severity })
	more := problem(codeMore, hcl.Range{}, "There are more problems", "Correct these first.")
	more.Severity = diags[maxReports].Severity
	return append(diags[:maxReports:maxReports], more)
}

func sortKey(d *hcl.Diagnostic) string {
	if d.Subject == nil {
		return "\x00" + codeOf(d).ID + d.Summary
	}
	return fmt.Sprintf("%s\x00%09d\x00%s", d.Subject.Filename, d.Subject.Start.Byte, codeOf(d).ID)
}

// place prints a range as file:line:column for the detail of a diagnostic.
func place(r hcl.Range) string {
	return fmt.Sprintf("%s:%d:%d", r.Filename, r.Start.Line, r.Start.Column)
}
