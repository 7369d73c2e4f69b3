package evidence

import (
	"encoding/json"
	"slices"
	"strings"
)

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
