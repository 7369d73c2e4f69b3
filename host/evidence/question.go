package evidence

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The types of a question.
const (
	TypeMultipleChoice = "multiple_choice"
	TypeFreeForm       = "free_form"
	TypeClaim          = "claim" // is it supported, contradicted or undecided; options are implied
)

// The implied answers to a claim.
const (
	AnswerSupported    = "supported"
	AnswerContradicted = "contradicted"
	AnswerUndecided    = "undecided"
)

// A Question is one line of a question file.
type Question struct {
	ID       string         `json:"id"`
	Question string         `json:"question"`
	Type     string         `json:"type"` // TypeMultipleChoice, TypeFreeForm or TypeClaim
	Options  []Option       `json:"options,omitempty"`
	Answer   string         `json:"answer,omitempty"`    // the right one, if known: a label, a text or an implied answer
	GoldDocs []string       `json:"gold_docs,omitempty"` // documents that hold the answer, if known
	Meta     map[string]any `json:"meta,omitempty"`
}

// An Option is one possible answer of a multiple-choice question.
type Option struct {
	Label string `json:"label"` // distinct within the question; "A", "B", … if not given
	Text  string `json:"text"`
}

// The largest question. Its words are looked for in every passage, and its options are compared in pairs.
const (
	MaxQuestionBytes = 64 << 10 // of the question and the texts and labels of its options together, in Unicode's form NFKC if that is longer
	MaxOptions       = 500
)

// CheckSize returns a [*FieldError] if the question is larger than [MaxQuestionBytes] or has more than [MaxOptions] options.
func (q *Question) CheckSize() error {
	if n := len(q.Options); n > MaxOptions {
		return &FieldError{Field: "options", Reason: fmt.Sprintf("more than %d: ask in several questions", MaxOptions)}
	}
	size := expanded(q.Question)
	for _, o := range q.Options {
		size += len(o.Label) + expanded(o.Text)
	}
	if size > MaxQuestionBytes {
		return &FieldError{Field: "question", Reason: fmt.Sprintf("%d bytes with its options, over the limit of %d: shorten it; documents belong in the corpus", size, MaxQuestionBytes)}
	}
	return nil
}

// optionLabel returns the label of the option at index i: A … Z, AA, AB, …
func optionLabel(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('A'+(i-1)%26)) + s
	}
	return s
}

// typeYesNo is read as a multiple-choice question with the options yes, no and maybe.
const typeYesNo = "yes_no"

var yesNoOptions = []string{"yes", "no", "maybe"}

// yesNoAnswers are the right answers that such a question can have: a text or a label.
var yesNoAnswers = wordSet("yes no maybe a b c")

// yesNo gives a question that yes or no answers its options: where its type says so, or where a question without type and options
// opens as one. A right answer that is not among the options keeps it in free form.
func (r *fieldReader) yesNo() {
	told := r.plain("type") == typeYesNo
	opens := r.plain("type") == "" && !r.has("options") && asksYesNo(r.plain("question")) && (!r.has("answer") || yesNoAnswers[strings.ToLower(r.plain("answer"))])
	if !told && (!opens || r.has("claim")) {
		return
	}
	r.raw["type"], _ = json.Marshal(TypeMultipleChoice)
	if !r.has("options") {
		r.raw["options"], _ = json.Marshal(yesNoOptions)
	}
}

// plain reads a string without complaint; whoever reads the field complains.
func (r *fieldReader) plain(name string) string {
	if !r.has(name) {
		return ""
	}
	s, _ := decodeText(r.raw[name])
	return strings.TrimSpace(s)
}

// openings are the first words of questions that yes or no answers.
var openings = wordSet("is are was were do does did can could has have had will would should may might must")

// asksYesNo says whether a question opens as one that yes or no answers: "Does aspirin inhibit COX-1?", but not "Is it A or B?".
func asksYesNo(question string) bool {
	words := strings.Fields(strings.ToLower(question))
	if len(words) < 3 || !strings.HasSuffix(words[len(words)-1], "?") || slices.Contains(words, "or") {
		return false
	}
	return openings[words[0]]
}
