package eval

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/sparkhost/sparkhost/host/eval/results"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Judge says which answers are right. The zero value is [Right].
type Judge struct {
	// Tolerance is the greatest distance of a number in a free-form answer from the right one, as a share of that one: 0.05 is five percent. It must have the
	// unit of the right one. 0: numbers are words like others.
	Tolerance float64
}

// patternTime bounds one match: patterns are a user's, and may be slow.
const patternTime = time.Second

// Right is [Right], and of a free-form answer also whether it matches one of the patterns in the question's meta.accept, or holds the right number to
// within the tolerance. Patterns are regular expressions as of Perl, case-insensitive; one that is wrong matches nothing, see [CheckPatterns].
func (j Judge) Right(q *evidence.Question, label, text string) bool {
	if Right(q, label, text) {
		return true
	}
	if q.Type != evidence.TypeFreeForm || q.Answer == "" || text == "" {
		return false
	}
	for _, pattern := range patterns(q) {
		re, err := compiled(pattern)
		if err != nil {
			continue
		}
		if ok, err := re.MatchString(text); err == nil && ok {
			return true
		}
	}
	return j.near(q.Answer, text)
}

func compiled(pattern string) (*regexp2.Regexp, error) {
	re, err := regexp2.Compile(pattern, regexp2.IgnoreCase)
	if err == nil {
		re.MatchTimeout = patternTime
	}
	return re, err
}

// patterns returns the texts of meta.accept.
func patterns(q *evidence.Question) []string {
	list, _ := q.Meta["accept"].([]any)
	var out []string
	for _, one := range list {
		if text, ok := one.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// CheckPatterns names the first pattern of meta.accept that is not a regular expression.
func CheckPatterns(q *evidence.Question) error {
	for _, pattern := range patterns(q) {
		if _, err := compiled(pattern); err != nil {
			return fmt.Errorf("question %q: meta.accept: %w", q.ID, err)
		}
	}
	return nil
}

// near says whether a text holds the one number of the right answer.
func (j Judge) near(right, text string) bool {
	want := evidence.Quantities(right)
	if j.Tolerance <= 0 || len(want) != 1 {
		return false
	}
	return slices.ContainsFunc(evidence.Quantities(text), func(q evidence.Quantity) bool {
		return q.Unit == want[0].Unit && math.Abs(q.Value-want[0].Value) <= j.Tolerance*math.Abs(want[0].Value)
	})
}

// An Outcome is one question with what became of it.
type Outcome struct {
	Question   *evidence.Question
	Has        bool    // there is a result
	Sure       bool    // with a confidence
	Answered   bool    // with an answer
	Right      bool    // that is right
	Best       bool    // the best option is right, even where a gate withheld it
	Cited      bool    // a gold document is among the citations
	Label      string  // of the best option
	Confidence float64 // 0 if it is not Sure
	Leaning    float64 // of a claim: the score of supported less that of contradicted
	Leans      bool    // Leaning is known, and the claim is one or the other
}

// Outcome judges one result; nil: there is none.
func (j Judge) Outcome(q *evidence.Question, r *record.Result) Outcome {
	o := Outcome{Question: q}
	if r == nil {
		return o
	}
	o.Has = true
	if o.Sure = results.Sure(r); o.Sure {
		o.Confidence = r.Confidence
	}
	if r.Answer != nil && !r.Abstained {
		o.Answered, o.Right = true, j.Right(q, r.Answer.Label, r.Answer.Text)
		o.Label, o.Best = r.Answer.Label, o.Right
	}
	score := map[string]float64{}
	for i, option := range r.Options {
		score[option.Label] = option.Score
		if !o.Answered && (i == 0 || option.Score > score[o.Label]) {
			o.Label, o.Best = option.Label, j.Right(q, option.Label, option.Text)
		}
	}
	if q.Type == evidence.TypeClaim && len(r.Options) > 0 && q.Answer != evidence.AnswerUndecided {
		o.Leans, o.Leaning = true, score[evidence.AnswerSupported]-score[evidence.AnswerContradicted]
	}
	for _, c := range r.Citations {
		o.Cited = o.Cited || slices.Contains(q.GoldDocs, c.Doc)
	}
	return o
}
