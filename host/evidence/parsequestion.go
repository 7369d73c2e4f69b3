package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ParseQuestion reads one line of a question file: a JSON object with the fields of
// [Question] by their JSON names. id and question are required; a key "claim" stands for the question of a claim.
// type may be left out: options make it multiple choice, a claim key a claim, neither
// free form. Type yes_no, or none with a question such as "Does X inhibit Y?", stands for the options yes, no and maybe. An option is an object, or a text alone; missing labels become A, B, C, …
// An answer that repeats an option's text becomes its label. For claims, SciFact's label and
// cited_docs stand in for answer and gold_docs. Other keys are refused: what is the author's own stands under meta. Questions beyond
// [MaxQuestionBytes] or [MaxOptions] are refused. Errors are [FieldError] and name the field, joined if there are several.
func ParseQuestion(line []byte) (Question, error) {
	r, err := openObject(line)
	if err != nil {
		return Question{}, err
	}
	r.yesNo()
	q := Question{ID: r.identifier("id"), Question: r.question()}
	q.Options = r.options()
	q.Type = r.questionType(len(q.Options))
	q.Answer = r.answer(&q)
	q.GoldDocs = r.texts("gold_docs")
	if q.GoldDocs == nil && q.Type == TypeClaim {
		q.GoldDocs = r.texts("cited_docs")
	}
	q.Meta = r.meta()
	r.unknown(r.keysOf(q.Type), `; put your own data under "meta"`)
	if err := q.CheckSize(); err != nil {
		r.keep(err)
	}
	switch len(r.all) {
	case 0:
		return q, nil
	case 1:
		return Question{}, r.all[0]
	}
	return Question{}, errors.Join(r.all...)
}

func (r *fieldReader) question() string {
	name := "question"
	if !r.has(name) && r.has("claim") {
		name = "claim"
	}
	s := strings.TrimSpace(r.text(name))
	if s == "" {
		r.fail(name, "missing or empty: there is nothing to answer")
	}
	return s
}

// questionType reads or infers the type and checks that it agrees with the options.
func (r *fieldReader) questionType(options int) string {
	typ := r.text("type")
	switch {
	case typ != "":
	case options > 0:
		typ = TypeMultipleChoice
	case !r.has("question") && r.has("claim"):
		typ = TypeClaim
	default:
		typ = TypeFreeForm
	}
	told := r.failed("options")
	switch typ {
	case TypeMultipleChoice:
		if options < 2 && !told {
			r.fail("options", "a multiple_choice question needs at least 2, got %d", options)
		}
	case TypeFreeForm, TypeClaim:
		if options > 0 && !told {
			r.fail("options", "a %s question has none, got %d", typ, options)
		}
	default:
		r.fail("type", "unknown type %q: want yes_no, multiple_choice, free_form or claim", Clip(typ, 40))
	}
	return typ
}

func (r *fieldReader) options() []Option {
	var out []Option
	seen := map[string]int{}
	for i, raw := range r.list("options") {
		if i > MaxOptions {
			break // CheckSize reports it
		}
		if r.enough() {
			r.all = append(r.all, &FieldError{Field: "options", Reason: fmt.Sprintf("from options[%d] on they are not read: mend these first", i)})
			break
		}
		o, errs := readOption(i, raw)
		for _, err := range errs {
			r.keep(err)
		}
		if first, dup := seen[o.Label]; dup {
			r.fail(fmt.Sprintf("options[%d].label", i), "%q is the label of options[%d] too", o.Label, first)
		}
		seen[o.Label] = i
		out = append(out, o)
	}
	return out
}

// readOption reads option i, a text or an object with text and label.
func readOption(i int, raw json.RawMessage) (Option, []error) {
	prefix := fmt.Sprintf("options[%d].", i)
	text, plain := decodeText(raw)
	o := Option{Text: strings.TrimSpace(text)}
	r := &fieldReader{prefix: prefix}
	if !plain {
		var err error
		if r, err = newFieldReader(prefix, raw); err != nil {
			return o, []error{err}
		}
		o = Option{Label: strings.TrimSpace(r.text("label")), Text: strings.TrimSpace(r.text("text"))}
	}
	if o.Text == "" {
		r.fail("text", "missing or empty")
	}
	if o.Label == "" {
		o.Label = optionLabel(i)
	}
	r.unknown(optionKeys, "")
	return o, r.all
}

// answer reads the right answer, and for options holds it to them.
func (r *fieldReader) answer(q *Question) string {
	a := strings.TrimSpace(r.text("answer"))
	if q.Type == TypeClaim && a == "" {
		return claimAnswers[r.text("label")]
	}
	if q.Type != TypeMultipleChoice || a == "" || r.failed("options") {
		return a
	}
	for _, o := range q.Options {
		if o.Label == a {
			return a
		}
	}
	for _, o := range q.Options {
		if strings.EqualFold(o.Text, a) {
			return o.Label
		}
	}
	r.fail("answer", "%q is neither a label nor a text of the options", Clip(a, 60))
	return a
}

// claimAnswers maps SciFact's labels.
var claimAnswers = map[string]string{
	"SUPPORT": AnswerSupported, "CONTRADICT": AnswerContradicted, "NOT_ENOUGH_INFO": AnswerUndecided,
}

func (r *fieldReader) meta() map[string]any {
	if !r.has("meta") {
		return nil
	}
	var m map[string]any
	if err := json.Unmarshal(r.raw["meta"], &m); err != nil {
		r.fail("meta", "want an object: %v", err)
	}
	if len(m) == 0 {
		return nil
	}
	return m
}
