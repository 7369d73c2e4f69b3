package prompt

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model"
)

// The least and the most words of a sub-claim, and the most of a task type.
const (
	minPartWords = 3
	maxPartWords = 25
	maxTypeWords = 4
)

// Plan asks for the parts of a question and its field of science (B-02); of the evidence it shows question and options. Most
// is how many parts are kept; 0: 6. Answer cap: 400 tokens.
func Plan(e Evidence, most int) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		SubClaims int
	}{Evidence{Question: e.Question, Options: e.Options}.show(&b), orSix(most)}
	return request(TaskPlan, model.Planning, 400, in, &b)
}

func orSix(most int) int {
	if most <= 0 {
		return 6
	}
	return most
}

// A Decomposition is a question taken apart.
type Decomposition struct {
	SubClaims []string // one line each, without what engines read as operators
	TaskType  string   // field of science, lower-case words; empty: the model was not sure, or what it said is none
}

// ParsePlan keeps the first parts of 3 to 25 words, each once, that share a word that tells something with the question or an
// option: others are of another question. A task type is one to four words of letters.
func ParsePlan(raw json.RawMessage, e Evidence, most int) (Decomposition, []string) {
	n := &notes{task: TaskPlan}
	var answer struct {
		SubClaims []string `json:"sub_claims"`
		TaskType  string   `json:"task_type"`
	}
	if !n.decode(raw, &answer) {
		return Decomposition{}, n.list()
	}
	asked := telling(e)
	var out Decomposition
	seen := map[string]bool{}
	for _, part := range answer.SubClaims {
		text := plain(part)
		words := len(strings.Fields(text))
		switch {
		case words < minPartWords || words > maxPartWords:
			n.drop("parts of fewer than 3 or more than 25 words")
		case seen[strings.ToLower(text)]:
			n.drop("repeated parts")
		case !sharesOne(text, asked):
			n.drop("parts that have nothing of the question")
		case len(out.SubClaims) == orSix(most):
			n.drop("parts beyond the cap")
		default:
			seen[strings.ToLower(text)] = true
			out.SubClaims = append(out.SubClaims, text)
		}
	}
	switch field := strings.ToLower(oneLine(answer.TaskType, maxName)); {
	case field == "":
	case len(strings.Fields(field)) > maxTypeWords || !fieldOfScience.MatchString(field):
		n.drop("a task type that is no field of science")
	default:
		out.TaskType = field
	}
	return out, n.list()
}

// fieldOfScience is words of letters.
var fieldOfScience = regexp.MustCompile(`^[\p{L}][\p{L}\- ]*$`)

var contentWords = sync.OnceValue(func() *evidence.Analyzer { return evidence.NewAnalyzer(evidence.Content) })

// telling are the content words of a question and its options.
func telling(e Evidence) map[string]bool {
	out := map[string]bool{}
	for _, w := range contentWords().Tokens(e.Question) {
		out[w] = true
	}
	for _, o := range e.Options {
		for _, w := range contentWords().Tokens(o.Text) {
			out[w] = true
		}
	}
	return out
}

func sharesOne(text string, words map[string]bool) bool {
	for _, w := range contentWords().Tokens(text) {
		if words[w] {
			return true
		}
	}
	return false
}
