package item

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/text/encoding/htmlindex"
)

// mostElement is the largest element, text or comment, in bytes.
const mostElement = 64 << 20

// An allowance reads until it has given as many bytes as are left, and then fails.
type allowance struct {
	io.Reader
	left int
}

// Read implements io.Reader.
func (a *allowance) Read(b []byte) (int, error) {
	if a.left <= 0 {
		return 0, fmt.Errorf("an element of more than %d MiB", mostElement>>20)
	}
	n, err := a.Reader.Read(b[:min(len(b), a.left)])
	a.left -= n
	return n, err
}

// Elements hands each element of one of the names to take, with the line where it begins. Documents are streamed, so a
// file may be larger than memory. Entities are those of HTML, of one character each, so nothing can expand. An element that does not
// decode is told to out and passed over; one of more than 64 MiB, or XML that is not well-formed ends the reading with an error that names the line.
func Elements(ctx context.Context, r io.Reader, out Output, names []string, take func(dec *xml.Decoder, el xml.StartElement, line int) error) error {
	in := &allowance{Reader: r}
	dec := xml.NewDecoder(in)
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = charsetOfFirst()
	found := 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		in.left = mostElement
		tok, err := dec.Token()
		switch {
		case errors.Is(err, io.EOF) && found == 0:
			return fmt.Errorf("no element %s in it", names[0])
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return broken(dec, err)
		}
		el, ok := tok.(xml.StartElement)
		if !ok || !slices.Contains(names, el.Name.Local) {
			continue
		}
		found++
		line, _ := dec.InputPos()
		if err := take(dec, el, line); err != nil {
			return broken(dec, err)
		}
	}
}

// charsetOfFirst decodes by the first declaration of an encoding. A decoder asks again at each further declaration, as of files that were
// joined: the text is UTF-8 by then, and decoding it again would double each character that is not ASCII.
func charsetOfFirst() func(charset string, in io.Reader) (io.Reader, error) {
	declared := false
	return func(charset string, in io.Reader) (io.Reader, error) {
		if declared {
			return in, nil
		}
		declared = true
		enc, err := htmlindex.Get(charset)
		if err != nil {
			return nil, fmt.Errorf("encoding %q is not supported", charset)
		}
		return enc.NewDecoder().Reader(in), nil
	}
}

func broken(dec *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, _ := dec.InputPos()
		return fmt.Errorf("from line %d on: %s", line, syntax.Msg)
	}
	return err
}
