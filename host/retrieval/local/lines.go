package local

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// MaxLine is the longest line that is read, in bytes. A full text has a few hundred kilobytes, a long novel has three
// megabytes; what is longer than this is a file that is not a corpus.
const MaxLine = 4 << 20

var (
	errLong       = fmt.Errorf("longer than %d MiB", MaxLine>>20)
	errNotUTF8    = errors.New("not UTF-8")
	byteOrderMark = []byte("\xef\xbb\xbf")
)

// A lineReader cuts a stream into lines, holding no more than one of MaxLine bytes.
type lineReader struct {
	r    *bufio.Reader
	line int // number of the last line, from 1
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 1<<18)}
}

// next returns the next line that is not blank, in memory of its own. bad says what
// is wrong with this line alone; err ends the stream, io.EOF at its end.
func (l *lineReader) next() (line []byte, bad, err error) {
	for {
		line, bad, err = l.read()
		if err != nil {
			return nil, nil, err
		}
		l.line++
		if l.line == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		line = bytes.TrimSpace(line)
		switch {
		case bad != nil:
			return nil, bad, nil
		case len(line) == 0:
			continue
		case !utf8.Valid(line):
			return nil, errNotUTF8, nil
		}
		return line, nil, nil
	}
}

// read returns one line, or reads past it when it is too long.
func (l *lineReader) read() (line []byte, bad, err error) {
	for {
		part, err := l.r.ReadSlice('\n')
		switch {
		case bad == nil && len(line)+len(part) > MaxLine:
			line, bad = nil, errLong
		case bad == nil:
			line = append(line, part...)
		}
		switch {
		case err == nil:
			return line, bad, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (bad != nil || len(line) > 0):
			return line, bad, nil
		}
		return nil, nil, err
	}
}
