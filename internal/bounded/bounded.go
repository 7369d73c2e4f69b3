// Package bounded reads files that somebody else wrote: no more than the caller allows, whatever lies behind the name.
package bounded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// What the readers of this module allow, in bytes. docs/limits.md lists them.
const (
	Record    = 256 << 20 // a record as a file; host/record bounds its lines (mostLines, mostLine) and events (mostEvents)
	Recording = 64 << 20  // one kept exchange of a source or a model
	Settings  = 1 << 20   // prices, keys, states
	Blocks    = 128 << 10 // blocks of HCL; the parser's work grows with the square of what is wrong
	Script    = 8 << 20   // of the stand-in for models
	Questions = 1 << 30   // a file of questions, or of results
	Stream    = 64 << 20  // of a pipe or a device, which do not say their size
	Line      = 256 << 20 // one line of an export or of results
)

// ErrTooLarge is matched by the error of what is larger than allowed.
var ErrTooLarge = errors.New("too large")

// ErrNotRegular is matched by the error of a folder, a device or a pipe where a file is due.
var ErrNotRegular = errors.New("not a regular file")

// ReadFile reads a file that a user named: also a pipe or a device, of most bytes at most. Its errors are those of os, with
// the path, or match [ErrTooLarge].
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, path, most)
}

// ReadRegular is ReadFile for a file of a folder: what is not a regular file is not opened, since a pipe there would wait for
// ever. Its error then matches [ErrNotRegular].
func ReadRegular(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, ErrNotRegular)
	}
	return ReadFile(path, most)
}

func read(f *os.File, path string, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		most = min(most, Stream)
	}
	if info.Size() > most {
		return nil, tooLarge(path, most)
	}
	b := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case int64(len(b)) > most:
			return nil, tooLarge(path, most)
		case errors.Is(err, io.EOF):
			return b, nil
		case err != nil:
			return nil, err
		case len(b) == cap(b):
			b = append(b, 0)[:len(b)]
		}
	}
}

func tooLarge(path string, most int64) error {
	return fmt.Errorf("%s: %w: more than %s", path, ErrTooLarge, size(most))
}

// size returns a number of bytes for people.
func size(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// ReadLine reads up to and with the next '\n', as bufio.Reader.ReadBytes does, but most bytes at most. Its error is that of the
// reader, or matches [ErrTooLarge].
func ReadLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > most {
			return nil, fmt.Errorf("%w: a line of more than %s", ErrTooLarge, size(int64(most)))
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
