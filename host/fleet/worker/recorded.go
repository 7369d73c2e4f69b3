package worker

import (
	"context"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// Recorded is an asker that has the record of each run kept before it gives the result: where there is a result, there is its record.
type Recorded struct {
	Asker
	Keep func(ctx context.Context, run string) error
}

// AskWith implements [Asker].
func (r Recorded) AskWith(ctx context.Context, q evidence.Question, o host.AskOptions) (*record.Result, error) {
	result, err := r.Asker.AskWith(ctx, q, o)
	if err == nil {
		err = r.Keep(ctx, result.Run)
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}
