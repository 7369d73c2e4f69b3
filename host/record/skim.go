package record

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Skim loads a record from a JSON lines file, as [ReadFile] does, but looks only at the frame of each
// blob: what is wrong inside one is found when it is asked for. Reading costs a quarter.
func Skim(path string) (*Reader, error) {
	b, err := bounded.ReadFile(path, bounded.Record)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return read(path, b, nil, frame)
}

// Skim is [Store.Read] with the economy of [Skim].
func (s *Store) Skim(id string) (*Reader, error) {
	lines, err := s.lines(id)
	if err != nil {
		return nil, err
	}
	return read(id, lines, s.blob, frame)
}

var (
	blobFrame  = []byte(`{"kind":"blob","digest":"`)
	seqFrame   = []byte(`{"seq":`)
	kindFrame  = []byte(`,"kind":"`)
	dataFrame  = []byte(`","data":`)
	digestSize = 64
)

// frame is parse without looking at what a blob carries. A line in canonical form is cut, and others are decoded.
func frame(line []byte) (entry, error) {
	if rest, ok := bytes.CutPrefix(line, blobFrame); ok && len(rest) > digestSize && rest[digestSize] == '"' {
		e := entry{digest: string(rest[:digestSize])}
		if string(rest[digestSize:]) != `"}` { // more than a reference, or the beginning of one
			e.raw = line
		}
		return e, nil
	}
	rest, ok := bytes.CutPrefix(line, seqFrame)
	number, rest, ok2 := bytes.Cut(rest, kindFrame)
	kind, data, ok3 := bytes.Cut(rest, dataFrame)
	seq, err := strconv.Atoi(string(number))
	if !ok || !ok2 || !ok3 || err != nil || len(data) < 2 || data[len(data)-1] != '}' || bytes.ContainsAny(kind, `\"`) || !utf8.Valid(kind) {
		return decodeLine(line)
	}
	return entry{event: Event{Seq: seq, Kind: Kind(kind), Data: data[:len(data)-1]}}, nil
}
