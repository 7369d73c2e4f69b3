package record

import "encoding/json"

// A Summary is a record in one line, for lists.
type Summary struct {
	ID         string  `json:"id"` // of the record
	QuestionID string  `json:"question_id"`
	Question   string  `json:"question"`
	Verdict    Verdict `json:"verdict,omitempty"` // empty while partial
	Answer     string  `json:"answer,omitempty"`  // label, else text
	Confidence float64 `json:"confidence"`
	Policy     Named   `json:"policy"`
	ElapsedUS  *int64  `json:"elapsed_us,omitempty"` // from the timing of "run"; nil: not known
	Partial    bool    `json:"partial"`
}

// TimingRun is the What of the timing event for the whole run.
const TimingRun = "run"

// take reads what the summary shows from an event of kind run, result or timing.
func (s *Summary) take(e Event) error {
	switch e.Kind {
	case KindRun:
		return s.takeRun(e)
	case KindResult:
		var r struct { // what the summary shows of a result; decoding all of it takes its time
			Verdict    Verdict     `json:"verdict"`
			Confidence float64     `json:"confidence"`
			Answer     *AnswerText `json:"answer"`
		}
		if err := e.Decode(&r); err != nil {
			return err
		}
		s.Verdict, s.Confidence, s.Answer = r.Verdict, r.Confidence, ""
		if r.Answer != nil {
			s.Answer = r.Answer.Text
			if r.Answer.Label != "" {
				s.Answer = r.Answer.Label
			}
		}
	case KindTiming:
		var t Timing
		if err := e.Decode(&t); err != nil {
			return err
		}
		if t.What == TimingRun {
			s.ElapsedUS = &t.ElapsedUS
		}
	}
	return nil
}

func (s *Summary) takeRun(e Event) error {
	var r Run
	if err := e.Decode(&r); err != nil {
		return err
	}
	var q struct {
		ID       string `json:"id"`
		Question string `json:"question"`
	}
	if len(r.Question) > 0 {
		if err := json.Unmarshal(r.Question, &q); err != nil {
			return err
		}
	}
	s.ID, s.QuestionID, s.Question, s.Policy = r.ID, q.ID, q.Question, r.Policy
	return nil
}
