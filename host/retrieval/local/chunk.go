package local

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
)

// A file is cut into chunks of lines where its content says so, so that a chunk stays the same when lines elsewhere
// come, change or go. A chunk of which an index is there is not indexed again.
const (
	chunkLeast = 128     // lines before a cut
	chunkMost  = 4096    // lines
	chunkBytes = 4 << 20 // of lines before a cut is made anywhere
	cutMask    = 1<<11 - 1
)

// A line is one of a chunk. bad says what is wrong with it alone.
type line struct {
	at   int // its number in the file, less that of the chunk's first
	text []byte
	bad  error
}

// A chunk is consecutive lines of one file, blank ones left out.
type chunk struct {
	file   int // number of the file
	first  int // number of its first line
	lines  []line
	digest [sha256.Size]byte // of all that an index of it depends on
}

// A chunker cuts a stream of lines.
type chunker struct {
	lines *lineReader
	file  int
	hash  hash.Hash
}

func newChunker(r io.Reader, file int) *chunker {
	return &chunker{lines: newLineReader(r), file: file, hash: sha256.New()}
}

// next returns the next chunk, or nil at the end.
func (c *chunker) next() (*chunk, error) {
	k := &chunk{file: c.file}
	c.hash.Reset()
	for size := 0; len(k.lines) < chunkMost && size < chunkBytes; {
		text, bad, err := c.lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if k.first == 0 {
			k.first = c.lines.line
		}
		l := line{c.lines.line - k.first, text, bad}
		k.lines = append(k.lines, l)
		c.add(l)
		if size += len(text); len(k.lines) >= chunkLeast && crc32.ChecksumIEEE(text)&cutMask == 0 {
			break
		}
	}
	if len(k.lines) == 0 {
		return nil, nil
	}
	c.hash.Sum(k.digest[:0])
	return k, nil
}

// add adds a line to the digest.
func (c *chunker) add(l line) {
	text := l.text
	head := [17]byte{}
	if l.bad != nil {
		text, head[16] = []byte(l.bad.Error()), 1
	}
	binary.LittleEndian.PutUint64(head[:], uint64(l.at))
	binary.LittleEndian.PutUint64(head[8:], uint64(len(text)))
	c.hash.Write(head[:]) // never fails
	c.hash.Write(text)
}
