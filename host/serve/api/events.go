package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/serve/problem"
	"github.com/sparkhost/sparkhost/host/serve/runs"
	"github.com/sparkhost/sparkhost/internal/visible"
)

// A stream writes server-sent events to one client, each with a deadline, so that a client that does not read costs nobody
// anything but its connection.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	kinds   map[record.Kind]bool // nil: all
	after   int                  // number of the last event that the client has
}

// eventWithin is the time in which a client must read one write.
const eventWithin = 10 * time.Second

// events tells the events of a run. Each has the number of the record's event as its id, so that a client that comes back with
// Last-Event-ID misses none and gets none twice. Around them are events without id: "state" with the place in the queue, and "end".
func (a *API) events(w http.ResponseWriter, r *request) error {
	id, err := a.id(r)
	if err != nil {
		return err
	}
	s := &stream{w: w, control: http.NewResponseController(w)}
	if err := s.options(r); err != nil {
		return err
	}
	a.streams.Add(1)
	defer a.streams.Add(-1)
	patient(w)
	live := a.Desk.Find(id)
	if live == nil {
		return a.recordedEvents(s, id)
	}
	s.begin()
	if err := a.follow(s, r, live); err != nil {
		return nil // the client has gone or is too slow; it may come back
	}
	return nil
}

func (s *stream) options(r *request) error {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("after") // for clients that cannot set a header
	}
	if last != "" {
		n, err := strconv.Atoi(last)
		if err != nil || n < 0 {
			return problem.New(problem.BadRequest, "Last-Event-ID must be the number of an event")
		}
		s.after = n
	}
	if kinds := r.URL.Query().Get("kinds"); kinds != "" {
		s.kinds = map[record.Kind]bool{}
		for _, k := range strings.Split(kinds, ",") {
			s.kinds[record.Kind(k)] = true
		}
	}
	return nil
}

func (s *stream) begin() {
	h := s.w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	_ = s.control.SetWriteDeadline(time.Now().Add(eventWithin))
	s.w.WriteHeader(http.StatusOK)
}

// recordedEvents tells the events of a run that is over from its record. A client that has them all is told not to come back.
func (a *API) recordedEvents(s *stream, id string) error {
	kept, err := a.Shared.Records().Read(id)
	if err != nil {
		return err
	}
	var events []record.Event
	for e := range kept.Events() {
		if e.Kind != record.KindTiming && e.Seq > s.after {
			events = append(events, e)
		}
	}
	if len(events) == 0 && s.after > 0 {
		s.w.WriteHeader(http.StatusNoContent)
		return nil
	}
	s.begin()
	err = s.tell(events)
	if err == nil {
		sum, serr := kept.Summary()
		end := ending{Run: id, State: runs.Done, Verdict: sum.Verdict}
		if serr != nil || kept.Partial {
			end = ending{Run: id, State: runs.Failed, Error: "the run was cut off; ask the question anew"}
		}
		_ = s.write("end", end) // the client may have gone
	}
	return nil
}

// follow tells what happens until the run has ended.
func (a *API) follow(s *stream, r *request, live *runs.Run) error {
	beat := a.Heartbeat
	if beat == 0 {
		beat = 15 * time.Second
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	place := time.NewTicker(time.Second)
	defer place.Stop()
	told := runs.Status{}
	for {
		if now := live.Status(); now.State == runs.Queued && now != told || told.State == "" {
			if err := s.write("state", now); err != nil {
				return err
			}
			told = now
		}
		events, more, ended := live.Feed.After(s.after)
		if err := s.tell(events); err != nil {
			return err
		}
		if ended {
			return s.write("end", endOf(live))
		}
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-more:
		case <-place.C:
		case <-tick.C:
			if err := s.send([]byte(": still here\n\n")); err != nil {
				return err
			}
		}
	}
}

// An ending is the last event of a stream.
type ending struct {
	Run     string         `json:"run"`
	State   runs.State     `json:"state"`
	Verdict record.Verdict `json:"verdict,omitempty"`
	Error   string         `json:"error,omitempty"`
}

func endOf(r *runs.Run) ending {
	res, err := r.Outcome()
	if err != nil {
		return ending{Run: r.ID, State: runs.Failed, Error: err.Error()}
	}
	return ending{Run: r.ID, State: runs.Done, Verdict: res.Verdict}
}

// tell writes events of a record in one go.
func (s *stream) tell(events []record.Event) error {
	var b bytes.Buffer
	for _, e := range events {
		s.after = e.Seq
		if s.kinds != nil && !s.kinds[e.Kind] {
			continue
		}
		fmt.Fprintf(&b, "id: %d\nevent: %s\ndata: ", e.Seq, e.Kind)
		b.Write(visible.Escaped(e.Data)) // canonical JSON is one line
		b.WriteString("\n\n")
	}
	if b.Len() == 0 {
		return nil
	}
	return s.send(b.Bytes())
}

// write writes an event without an id.
func (s *stream) write(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.send(fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data))
}

func (s *stream) send(p []byte) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(eventWithin))
	_, err := s.w.Write(p)
	return errors.Join(err, s.control.Flush())
}
