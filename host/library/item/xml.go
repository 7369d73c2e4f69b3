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

// Elements hands each element of one of the names to take, with the line where it begins. Documents are streamed, so a
// file may be larger than memory. Entities are those of HTML, of one character each, so nothing can expand. An element that does not
// decode is told to out and passed over; XML that is not well-formed ends the reading with an error that names the line.
func Elements(ctx context.Context, r io.Reader, out Output, names []string, take func(dec *xml.Decoder, el xml.StartElement, line int) error) error {
	dec := xml.NewDecoder(r)
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		enc, err := htmlindex.Get(charset)
		if err != nil {
			return nil, fmt.Errorf("encoding %q is not supported", charset)
		}
		return enc.NewDecoder().Reader(in), nil
	}
	found := 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
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

func broken(dec *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		line, _ := dec.InputPos()
		return fmt.Errorf("from line %d on: %s", line, syntax.Msg)
	}
	return err
}
