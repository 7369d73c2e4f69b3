package evidence

import "fmt"

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
