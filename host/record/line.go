package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/internal/plainjson"
)

// A blobLine is the line of a file that carries a blob: as text if it is UTF-8,
// else in base64. In a store's segments the line is a reference without content.
type blobLine struct {
	Kind   Kind    `json:"kind"`
	Digest string  `json:"digest"`
	Text   *string `json:"text,omitempty"`
	Base64 []byte  `json:"base64,omitempty"`
}

// eventLine returns the canonical form of an event whose data is canonical already,
// newline included. It spares the second pass over data that encoding would take.
func eventLine(seq int, kind Kind, data []byte) []byte {
	b := make([]byte, 0, len(data)+64)
	b = strconv.AppendInt(append(b, `{"seq":`...), int64(seq), 10)
	name, _ := json.Marshal(string(kind)) // a string always encodes
	b = append(append(b, `,"kind":`...), name...)
	b = append(append(b, `,"data":`...), data...)
	return append(b, '}', '\n')
}

// inline returns the line that carries data itself, newline included.
func inline(digest string, data []byte) ([]byte, error) {
	l := blobLine{Kind: kindBlob, Digest: digest}
	if utf8.Valid(data) {
		text := string(data)
		l.Text = &text
	} else {
		l.Base64 = data
	}
	b, err := Canonical(l)
	return append(b, '\n'), err
}

// reference returns the line that says that a blob was put aside here.
func reference(digest string) []byte {
	b, _ := Canonical(blobLine{Kind: kindBlob, Digest: digest}) // two strings always encode
	return append(b, '\n')
}

// An entry is one parsed line: an event or a blob.
type entry struct {
	event  Event
	digest string // of a blob; empty for an event
	data   []byte // of a blob; nil for a reference
	raw    []byte // the line of a blob that was skimmed and carries its data
}

var errLine = errors.New("not a line of a record")

// parse reads one line and checks the digest of a blob that it carries.
func parse(line []byte) (entry, error) {
	e, err := frame(line)
	if err != nil || e.raw == nil {
		return e, err
	}
	carried, err := decodeLine(e.raw)
	if err == nil && (carried.digest != e.digest || carried.data == nil) {
		err = fmt.Errorf("%w: blob %s has no content", errLine, e.digest)
	}
	return carried, err
}

// decodeLine reads one line of any form.
func decodeLine(line []byte) (entry, error) {
	var l struct {
		Seq    int             `json:"seq"`
		Kind   Kind            `json:"kind"`
		Data   json.RawMessage `json:"data"`
		Digest string          `json:"digest"`
		Text   *string         `json:"text"`
		Base64 []byte          `json:"base64"`
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return entry{}, fmt.Errorf("%w: %w", errLine, plainjson.Error(err))
	}
	if l.Kind != kindBlob {
		if l.Kind == "" || l.Data == nil {
			return entry{}, fmt.Errorf("%w: no kind or no data", errLine)
		}
		return entry{event: Event{l.Seq, l.Kind, l.Data}}, nil
	}
	e := entry{digest: l.Digest, data: l.Base64}
	if l.Text != nil {
		e.data = []byte(*l.Text)
	}
	if e.data != nil && Digest(e.data) != e.digest {
		return entry{}, fmt.Errorf("%w: blob %s has other content than its digest says", errLine, e.digest)
	}
	return e, nil
}

// follows says whether an event may come after the one numbered last.
func (e Event) follows(last int) bool {
	if e.Kind == KindTiming {
		return e.Seq == last
	}
	return e.Seq == last+1
}

// A CorruptError points at the line of a record that is damaged, or says what of it does not add up. It matches
// [ErrCorrupt].
type CorruptError struct {
	Name string // file, or id in the store
	Line int    // 1 for the first; 0: no single line
	Err  error
}

// Error implements error.
func (e *CorruptError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("record %s: %v", e.Name, e.Err)
	}
	return fmt.Sprintf("record %s:%d: %v", e.Name, e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

// Is makes errors.Is(err, ErrCorrupt) true.
func (e *CorruptError) Is(target error) bool { return target == ErrCorrupt }
