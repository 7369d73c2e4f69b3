package state

import (
	"context"
)

// A Step is one part of the pipeline; it ends the run by an error.
type Step struct {
	Name string
	Do   func(context.Context) error
}

// Do takes steps in order until one fails.
func (r *Run) Do(ctx context.Context, steps []Step) error {
	for _, s := range steps {
		began := r.Clock()
		err := s.Do(ctx)
		r.Time(s.Name, r.Clock().Sub(began))
		if err == nil {
			err = r.Err
		}
		if err == nil {
			err = r.Asker.Halt
		}
		if err != nil {
			return err
		}
	}
	return nil
}
