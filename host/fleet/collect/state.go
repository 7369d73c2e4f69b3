package collect

import (
	"context"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/queue"
)

// A State is a batch with what became of its questions.
type State struct {
	batch.Manifest
	State    string `json:"state"`
	Answered int    `json:"answered"`
	Waiting  int    `json:"waiting"`
	Failed   int    `json:"failed"` // questions that failed too often
	Faults   int    `json:"faults"` // questions with two different answers
	Missing  int    `json:"missing"`
}

// StateOf counts what became of a batch's questions.
func StateOf(ctx context.Context, q *queue.Queue, m batch.Manifest) (State, error) {
	s := State{Manifest: m}
	waiting, err := q.Waiting(ctx, m.ID)
	if err != nil {
		return s, err
	}
	answered, err := q.Answered(ctx, m.ID)
	if err != nil {
		return s, err
	}
	poisoned, err := q.Poisoned(ctx, m.ID)
	if err != nil {
		return s, err
	}
	faults, err := q.Faults(ctx, m.ID)
	if err != nil {
		return s, err
	}
	s.Faults = len(faults)
	for name := range waiting {
		if !answered[name] { // a job stays on the queue until its worker has heard that the answer is kept
			s.Waiting++
		}
	}
	for name := range poisoned {
		if !answered[name] { // a worker that was cut off may answer late
			s.Failed++
		}
	}
	for n := range m.Questions {
		name := batch.Name(n, false)
		_, bad := poisoned[name]
		switch {
		case answered[name]:
			s.Answered++
		case !waiting[name] && !bad && !m.Cancelled:
			s.Missing++
		}
	}
	s.State = s.word()
	return s, nil
}

// Damaged returns the state of a batch whose manifest is damaged.
func Damaged(id string) State { return State{Manifest: batch.Manifest{ID: id}, State: "damaged"} }

// word names the state: fault, done, cancelled, submitting, lost, failed or open.
func (s State) word() string {
	switch {
	case s.Faults > 0:
		return "fault"
	case s.Answered == s.Questions && s.Waiting == 0 && (s.Upgrades == 0 || s.Dealt):
		return "done"
	case s.Cancelled:
		return "cancelled"
	case s.Missing > 0 && !s.Pushed:
		return "submitting"
	case s.Missing > 0:
		return "lost"
	case s.Waiting == 0 && s.Failed > 0:
		return "failed"
	}
	return "open"
}
