package prompt

import (
	"encoding/json"
	"regexp"
	"slices"
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
	maxSearches  = 3
)

// Plan asks for the parts of a question and its field of science (B-02); of the evidence it shows question and options. Most
// bounds the parts that are kept; 0: 6. Answer cap: 500 tokens.
func Plan(e Evidence, most int) (model.Request, error) {
	var b blocks
	in := struct {
		shown
		SubClaims, Queries int
	}{Evidence{Question: e.Question, Options: e.Options}.show(&b), orSix(most), maxSearches}
	return request(TaskPlan, model.Planning, 500, in, &b)
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
	Queries   []string // searches in words of the literature, each once, at most three
	TaskType  string   // field of science, lower-case words; empty: the model was not sure, or what it said is none
}

// ParsePlan keeps the first parts of 3 to 25 words, each once, that share a word that tells something with the question or an
// option: others are of another question. A task type is one to four words of letters.
func ParsePlan(raw json.RawMessage, e Evidence, most int) (Decomposition, []string) {
	n := &notes{task: TaskPlan}
	var answer struct {
		SubClaims []string `json:"sub_claims"`
		Queries   []string `json:"queries"`
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
	out.Queries = searches(n, answer.Queries)
	switch field := strings.ToLower(oneLine(answer.TaskType, maxName)); {
	case field == "":
	case len(strings.Fields(field)) > maxTypeWords || !fieldOfScience.MatchString(field):
		n.drop("a task type that is no field of science")
	default:
		out.TaskType = field
	}
	return out, n.list()
}

// searches returns the queries of an answer that have at least two words.
func searches(n *notes, said []string) []string {
	var out []string
	for _, q := range said {
		text := query(q)
		switch {
		case len(strings.Fields(text)) < 2 || slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, text) }):
			n.drop("empty, short or repeated queries")
		case len(out) == maxSearches:
			n.drop("queries beyond the cap")
		default:
			out = append(out, text)
		}
	}
	return out
}

// fieldOfScience is words of letters.
var fieldOfScience = regexp.MustCompile(`^[\p{L}][\p{L}\- ]*$`)

var contentWords = sync.OnceValue(func() *evidence.Analyzer { return evidence.NewAnalyzer(evidence.Content) })

// telling returns the content words of a question and its options.
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
