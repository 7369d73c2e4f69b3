package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A recording is one exchange as RecordDir keeps it, in <provider>/<op>-<first 16 hex digits of the
// key>.json: the request without secrets, and the body or the error that it ended with. What
// happened on the way (retries, headers, times) is not kept, so that equal runs write equal bytes
// whether the cache was warm or cold.
type recording struct {
	Provider string         `json:"provider"`
	Op       string         `json:"op"`
	Request  string         `json:"request"` // canonical
	Class    outbound.Class `json:"class"`
	Status   int            `json:"status,omitempty"` // of an error
	Detail   string         `json:"detail,omitempty"` // of an error
	Body     string         `json:"body,omitempty"`   // of a good answer, as UTF-8
}

func (c *Client) recordingPath(dir string, r Request, key Key) string {
	return filepath.Join(dir, c.p.Name, safeName(r.Op)+"-"+key.String()[:16]+".json")
}

// safeName makes a part of a file name of an operation.
func safeName(op string) string {
	return string(bytes.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, []byte(op)))
}

// record keeps what a request ended with. A caller that gave up and a provider that was not
// asked leave nothing.
func (c *Client) record(r Request, key Key, body []byte, err error) error {
	if c.t.o.RecordDir == "" {
		return nil
	}
	rec := recording{Provider: c.p.Name, Op: r.Op, Request: c.secrets.Text(c.canonical(r)), Class: outbound.OK, Body: string(body)}
	if err != nil {
		var e *outbound.Error
		if !errors.As(err, &e) || e.Class == outbound.TooLate || e.Class == outbound.Missing {
			return nil
		}
		shown := e.Shown()
		rec.Class, rec.Status, rec.Detail = shown.Class, shown.Status, shown.Detail
	}
	if werr := written.JSON(c.recordingPath(c.t.o.RecordDir, r, key), rec); werr != nil {
		return fmt.Errorf("recording of %s: %w", c.p.Name, werr)
	}
	return nil
}

// recorded finds the exchange in the folders of recordings, the first that has it. An error that was recorded is returned again.
func (c *Client) recorded(r Request, key Key) (body []byte, found bool, err error) {
	for _, dir := range append(slices.Clone(c.t.o.Recordings), c.t.o.RecordDir) {
		if dir == "" {
			continue
		}
		if body, found, err = c.recordedIn(dir, r, key); found || err != nil {
			return body, found, err
		}
	}
	return nil, false, nil
}

func (c *Client) recordedIn(dir string, r Request, key Key) (body []byte, found bool, err error) {
	path := c.recordingPath(dir, r, key)
	b, err := bounded.ReadRegular(path, bounded.Recording)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("recording of %s: %w", c.p.Name, err)
	}
	rec, ok := parseRecording(b, c.secrets.Text(c.canonical(r)))
	if !ok {
		return nil, false, c.fail(r, outbound.Error{Class: outbound.Missing, Detail: fmt.Sprintf("the recording %s is damaged or another request's; record it again", filepath.Base(path))})
	}
	if rec.Class != outbound.OK {
		return nil, false, c.fail(r, outbound.Error{Class: rec.Class, Status: rec.Status, Detail: rec.Detail})
	}
	return []byte(rec.Body), true, nil
}

// parseRecording reads the recording of a request in its canonical form; ok is false for a damaged one and for another request's.
func parseRecording(b []byte, request string) (rec recording, ok bool) {
	err := json.Unmarshal(b, &rec)
	return rec, err == nil && rec.Class != "" && rec.Request == request
}
