package item

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// Decode returns a text file as UTF-8 without byte order mark. UTF-16 is known by its mark; bytes that are not UTF-8 are
// read as Windows-1252, which contains Latin-1, and said is true then.
func Decode(b []byte) (text []byte, said bool) {
	if bytes.HasPrefix(b, []byte("\xfe\xff")) || bytes.HasPrefix(b, []byte("\xff\xfe")) {
		if out, err := unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().Bytes(b); err == nil {
			return out, false
		}
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if utf8.Valid(b) {
		return b, false
	}
	return decodeLines(b), true
}

// decodeLines reads the lines that are not UTF-8 as Windows-1252 and keeps the others: files that were put together
// from several have both.
func decodeLines(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for line := range bytes.Lines(b) {
		if !utf8.Valid(line) {
			line, _ = charmap.Windows1252.NewDecoder().Bytes(line) // maps every byte
		}
		out = append(out, line...)
	}
	return out
}

// NotUTF8 is the note about a file that [Decode] read as Windows-1252.
const NotUTF8 = "not UTF-8: read as Windows-1252 (Latin-1); save the file as UTF-8 if letters look wrong"

// MostText is the largest file that is read as a whole, unpacked, in bytes: docs/limits.md.
const MostText = 256 << 20

// ReadText reads all of a text file as UTF-8 and tells out if it was not. A file of more than [MostText] bytes is an error.
func ReadText(r io.Reader, out Output) (string, error) {
	b, err := ReadWhole(r)
	if err != nil {
		return "", err
	}
	text, said := Decode(b)
	if said {
		out.Wrong(0, NotUTF8)
	}
	return string(text), nil
}

// ReadWhole reads all of r, but at most [MostText] bytes.
func ReadWhole(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, MostText+1))
	if err == nil && len(b) > MostText {
		err = fmt.Errorf("more than %d MiB unpacked: split the file", MostText>>20)
	}
	return b, err
}

// Plain returns a text without LaTeX, tags, braces and entities, on one line.
func Plain(s string) string { return markup.Text(markup.LaTeX(s)) }

// List cuts a text at any of the signs and drops empty parts.
func List(s, signs string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(signs, r) }) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// SetText gives a document the text of its paper: as sections, and as one text, which an index reads.
func SetText(d *evidence.Document, sections []evidence.Section) {
	texts := make([]string, len(sections))
	for i, s := range sections {
		texts[i] = s.Text
	}
	d.Sections, d.Text = sections, strings.Join(texts, "\n\n")
}
