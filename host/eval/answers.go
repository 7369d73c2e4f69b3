package eval

import (
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// Right says whether an answer, by its label and text, is the right one of a question: the label of an option or of a
// claim's verdict must be equal. A free-form answer is right if it holds the right one word for word, whatever the case and
// punctuation; that is a lenient reading, which a long answer passes more easily. A question without a known answer has none that is right.
func Right(q *evidence.Question, label, text string) bool {
	switch {
	case q.Answer == "":
		return false
	case q.Type != evidence.TypeFreeForm:
		return label == q.Answer
	}
	return strings.Contains(" "+words(text)+" ", " "+words(q.Answer)+" ") && words(q.Answer) != ""
}

// words returns the words of a text in lower case, with single spaces between them.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsNumber(c)
	}), " ")
}
