package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A recording is one call as RecordDir keeps it, in <endpoint>/<purpose>-<first 16 hex digits of the key>.json: what was
// asked of which model, and the reply or the error that it ended with, with what it cost. What happened on the way (tries, waits) is not
// kept, so that equal runs write equal bytes whether the cache was warm or cold.
type recording struct {
	Version int         `json:"version"`
	Model   Description `json:"model"`
	Request asked       `json:"request"`
	Reply   *kept       `json:"reply,omitempty"`
	Error   *recorded   `json:"error,omitempty"`
	Key     string      `json:"key"`
}

const recordingVersion = 1

// asked is a request as it decides a reply.
type asked struct {
	Purpose     string          `json:"purpose"`
	System      string          `json:"system,omitempty"`
	Messages    []Message       `json:"messages"`
	Schema      json.RawMessage `json:"schema,omitempty"`
	MaxOutput   int             `json:"max_output"`
	Temperature *float64        `json:"temperature,omitempty"`
	Seed        *int64          `json:"seed,omitempty"`
}

// recorded is an error that a replay has to meet again.
type recorded struct {
	Kind     string   `json:"kind"`
	Model    string   `json:"model,omitempty"`
	Status   int      `json:"status,omitempty"`
	Code     string   `json:"code,omitempty"`
	Cause    string   `json:"cause,omitempty"`
	Detail   string   `json:"detail,omitempty"`
	Problems []string `json:"problems,omitempty"`
	Cost     Cost     `json:"cost,omitzero"`
}

// kinds are the errors that are recorded, by name. A call that was not made, or that its caller gave up, leaves nothing.
var kinds = []struct {
	name string
	err  error
	stop Stop
}{
	{"refusal", ErrRefused, Refusal}, {"safety", ErrSafety, Safety}, {"truncated", ErrTruncated, Truncated}, {"schema", ErrSchema, ""},
	{"unavailable", ErrUnavailable, ""}, {"quota", ErrQuota, ""}, {"auth", ErrAuth, ""}, {"rejected", ErrRejected, ""},
}

func (c cached) path(r Request, key Key) string {
	purpose := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return '_'
	}, r.Purpose)
	return filepath.Join(c.o.RecordDir, c.Describe().Endpoint, strings.TrimLeft(purpose, ".")+"-"+key.String()[:16]+".json")
}

// record keeps what a call ended with.
func (c cached) record(r Request, key Key, reply Reply, err error) error {
	if c.o.RecordDir == "" {
		return nil
	}
	rec := recording{
		Version: recordingVersion, Model: c.Describe(), Key: key.String(),
		Request: asked{r.Purpose, r.System, r.Messages, r.Schema, r.OutputCap(), r.Temperature, r.Seed},
	}
	if err == nil {
		k := keep(reply)
		rec.Reply = &k
	} else if rec.Error = errorOf(err); rec.Error == nil {
		return nil
	} else {
		rec.Error.Cost = reply.Charge()
	}
	if werr := written.JSON(c.path(r, key), rec); werr != nil {
		return fmt.Errorf("recording of model endpoint %q: %w", c.Describe().Endpoint, werr)
	}
	return nil
}

func errorOf(err error) *recorded {
	for _, k := range kinds {
		if !errors.Is(err, k.err) || errors.Is(err, ErrBudget) {
			continue
		}
		rec := &recorded{Kind: k.name}
		var stop *StopError
		var wrong *SchemaError
		var failed *EndpointError
		switch {
		case errors.As(err, &stop):
			rec.Model, rec.Detail = stop.Model, stop.Detail
		case errors.As(err, &wrong):
			rec.Model, rec.Problems, rec.Detail = wrong.Model, wrong.Problems, wrong.Text
		case errors.As(err, &failed):
			rec.Status, rec.Cause = failed.Status, string(failed.Cause) // details differ from time to time
		}
		return rec
	}
	return nil
}

// again returns the error that was recorded.
func (e *recorded) again(purpose, endpoint string) error {
	for _, k := range kinds {
		switch {
		case k.name != e.Kind:
		case k.stop != "":
			return &StopError{Purpose: purpose, Model: e.Model, Stop: k.stop, Detail: e.Detail}
		case k.err == ErrSchema:
			return &SchemaError{Purpose: purpose, Model: e.Model, Problems: e.Problems, Text: e.Detail}
		default:
			return &EndpointError{Endpoint: endpoint, Purpose: purpose, Kind: k.err, Status: e.Status, Code: e.Code, Cause: outbound.Cause(e.Cause), Detail: e.Detail}
		}
	}
	return fmt.Errorf("a recorded error of unknown kind %q", e.Kind)
}

// recorded finds the call in RecordDir. Its error matches ErrOffline when there is none.
func (c cached) recorded(r Request, key Key) (Reply, error) {
	missing := &MissingError{Purpose: r.Purpose, Model: c.Describe().Model, Key: key}
	if c.o.RecordDir == "" {
		return Reply{}, missing
	}
	b, err := bounded.ReadRegular(c.path(r, key), bounded.Recording)
	if errors.Is(err, fs.ErrNotExist) {
		return Reply{}, missing
	}
	if err != nil {
		return Reply{}, fmt.Errorf("recording: %w", err)
	}
	rec, ok := parseRecording(b, key.String())
	if !ok {
		return Reply{}, fmt.Errorf("%w: the recording %s is damaged or another request's; record it again", missing, filepath.Base(c.path(r, key)))
	}
	if rec.Error != nil {
		return Reply{Cached: true, Cost: Cost{Basis: Free}, First: rec.Error.Cost}, rec.Error.again(r.Purpose, c.Describe().Endpoint)
	}
	return rec.Reply.reply(), nil
}

// parseRecording reads a recording of the call with a key; ok is false for a damaged one and for another call's.
func parseRecording(b []byte, key string) (rec recording, ok bool) {
	err := json.Unmarshal(b, &rec)
	return rec, err == nil && rec.Version == recordingVersion && rec.Key == key && (rec.Reply == nil) != (rec.Error == nil)
}
