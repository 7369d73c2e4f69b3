// Package records reads files of JSON: one record a line, an array, or the answer of a service. Records are told by their shape: this
// host's own corpus lines, works of OpenAlex, Crossref and Europe PMC as their dumps and interfaces have them, and CSL JSON.
package records

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/library/item"
)

// mostLine is the longest line, in bytes.
const mostLine = 16 << 20

// Read implements item.Reader.
func Read(ctx context.Context, r io.Reader, out item.Output) error {
	in := bufio.NewReaderSize(r, 1<<20)
	f := &file{ctx: ctx, out: out, keys: map[string]bool{}}
	defer f.tell()
	first, err := line(in)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case json.Valid(first) && !wrapper(first):
		return f.lines(first, in)
	}
	rest, err := item.ReadWhole(in)
	if err != nil {
		return fmt.Errorf("JSON that is not one record a line: %w", err)
	}
	text, said := item.Decode(slices.Concat(first, []byte("\n"), rest))
	if said {
		out.Wrong(0, item.NotUTF8)
	}
	return f.whole(text)
}

// wrapper says whether a line is the whole answer of a service, or an array.
func wrapper(b []byte) bool {
	if bytes.HasPrefix(b, []byte("[")) {
		return true
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(b, &keys) != nil {
		return false
	}
	_, ok := inside(keys)
	return ok
}

// inside finds the records of an answer: {"message": {"items": […]}}, {"results": […]}, {"resultList": {"result": […]}}, {"items": […]}.
func inside(keys map[string]json.RawMessage) (json.RawMessage, bool) {
	for _, name := range []string{"message", "resultList", "results", "items", "result"} {
		raw := keys[name]
		if len(raw) == 0 || raw[0] != '[' && raw[0] != '{' || keys["DOI"] != nil || keys["title"] != nil {
			continue
		}
		if raw[0] == '[' {
			return raw, true
		}
		var deeper map[string]json.RawMessage
		if json.Unmarshal(raw, &deeper) == nil {
			if list, ok := inside(deeper); ok {
				return list, true
			}
		}
		return raw, true
	}
	return nil, false
}

// line reads one line that is not blank; io.EOF comes with the last.
func line(in *bufio.Reader) ([]byte, error) {
	for {
		var b []byte
		for {
			part, err := in.ReadSlice('\n')
			if b = append(b, part...); len(b) > mostLine {
				return nil, fmt.Errorf("a line of more than %d MiB", mostLine>>20)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if b = bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))); len(b) > 0 || err != nil {
				return b, err
			}
			break
		}
	}
}

// A file is one that is being read.
type file struct {
	ctx   context.Context
	out   item.Output
	n     int             // records so far
	keys  map[string]bool // of corpus lines that are not read
	order []string
}

// lines reads one record a line.
func (f *file) lines(first []byte, in *bufio.Reader) error {
	b, err := first, error(nil)
	for n := 1; ; n++ {
		if cerr := f.ctx.Err(); cerr != nil {
			return cerr
		}
		if len(b) > 0 {
			if ferr := f.record(n, b); ferr != nil {
				return ferr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if b, err = line(in); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("after record %d: %w", n, err)
		}
	}
}

// whole reads an array, or what a service wraps around one.
func (f *file) whole(text []byte) error {
	text = bytes.TrimSpace(text)
	if bytes.HasPrefix(text, []byte("{")) {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(text, &keys); err != nil {
			return f.several(text)
		}
		if list, ok := inside(keys); ok && list[0] == '[' {
			text = list
		} else if ok {
			return f.record(1, list)
		} else {
			return f.record(1, text)
		}
	}
	return f.array(text)
}

// several reads objects one after the other, on more than one line each.
func (f *file) several(text []byte) error {
	return f.stream(json.NewDecoder(bytes.NewReader(text)), text)
}

func (f *file) array(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('[') {
		return errors.New("no JSON records in it: expected one object a line, or an array of objects")
	}
	return f.stream(dec, text)
}

func (f *file) stream(dec *json.Decoder, text []byte) error {
	at, n := 0, 1
	for dec.More() {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		here := int(dec.InputOffset())
		n, at = n+bytes.Count(text[at:here], []byte("\n")), here
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return fmt.Errorf("record %d, from line %d on: not valid JSON: %w", f.n+1, n, err)
		}
		if err := f.record(n, raw); err != nil {
			return err
		}
	}
	return nil
}

// record hands over one record, or says why not.
func (f *file) record(line int, raw []byte) error {
	f.n++
	it, unread, err := parse(raw)
	if err != nil {
		f.out.Wrong(line, err.Error())
		return nil
	}
	for _, key := range unread {
		if !f.keys[key] {
			f.keys[key] = true
			f.order = append(f.order, key)
		}
	}
	it.Line = line
	return f.out.Found(it)
}

// tell names the keys that were not read, once each.
func (f *file) tell() {
	if len(f.order) > 0 {
		f.out.Wrong(0, "keys that are not read: "+strings.Join(f.order, ", "))
	}
}
