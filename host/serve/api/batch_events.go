package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/fleet/attend"
	"github.com/sparkhost/sparkhost/host/fleet/collect"
	"github.com/sparkhost/sparkhost/host/serve/front"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// batchEvents tells the ends of a batch's questions in their order. The id of an event is the number of its question, from 1, so that a client that comes
// back with Last-Event-ID misses none and gets none twice. Before them stands "state", after the last one "end", both without an id.
func (a *API) batchEvents(w http.ResponseWriter, r *request) error {
	f, id, err := a.batchOf(r)
	if err != nil {
		return err
	}
	s := &stream{w: w, control: http.NewResponseController(w)}
	if err := s.options(r); err != nil {
		return err
	}
	now, err := f.State(r.Context(), id)
	if err != nil {
		return err
	}
	a.streams.Add(1)
	defer a.streams.Add(-1)
	patient(w)
	s.begin()
	if s.write("state", tellBatch(now)) != nil {
		return nil // the client has gone; it may come back
	}
	err = a.tellItems(r.Context(), s, f, id)
	if err != nil && !errors.Is(err, attend.ErrCancelled) {
		return nil // the client or the service has gone
	}
	if now, err = f.State(r.Context(), id); err == nil {
		_ = s.write("end", tellBatch(now))
	}
	return nil
}

// tellItems tells what the client does not have, and that the stream lives.
func (a *API) tellItems(ctx context.Context, s *stream, f *front.Front, id string) error {
	ctx, cancel := context.WithCancel(ctx)
	items, ended := make(chan collect.Item), make(chan error, 1)
	var following sync.WaitGroup
	following.Go(func() {
		ended <- f.Follow(ctx, id, func(i collect.Item) error {
			select {
			case items <- i:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	err := a.pass(s, items, ended)
	cancel()
	following.Wait()
	return err
}

// pass writes items until following has ended or the client does not read.
func (a *API) pass(s *stream, items <-chan collect.Item, ended <-chan error) error {
	beat := a.Heartbeat
	if beat == 0 {
		beat = 15 * time.Second
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		var err error
		select {
		case i := <-items:
			if i.Number < s.after {
				continue
			}
			err = s.answered(i)
		case <-tick.C:
			err = s.send([]byte(": still here\n\n"))
		case err := <-ended:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// answered writes the end of one question.
func (s *stream) answered(i collect.Item) error {
	e := BatchAnswer{Number: i.Number + 1}
	if p := i.Poison; p != nil {
		e.ID, e.Error = p.Question, fmt.Sprintf("failed %d times", p.Tries)
	} else {
		one := RunStatus{}
		one.conclude(i.Result)
		e.ID, e.Run, e.Verdict, e.Answer, e.Confidence = i.Result.ID, i.Result.Run, one.Verdict, one.Answer, one.Confidence
	}
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return s.send(fmt.Appendf(nil, "id: %d\nevent: answer\ndata: %s\n\n", e.Number, visible.Escaped(data)))
}
