// Package papers turns PDFs into documents: text and sections by the sandboxed reader of host/retrieval/fulltext/pdf, title, DOI, year and abstract
// by what is printed on the first page and by what the file says of itself.
package papers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/web/markup"
)

// Version is part of the address of what was read of a file: a change of the reading raises it.
const Version = "1"

// MostBytes is the size from which a PDF is not read: the sandbox has 256 MiB for the file and all that is made of it.
const MostBytes = 100 << 20

// The reasons why a PDF has no text. Each says what to do.
var (
	ErrEncrypted = errors.New("encrypted: remove the password, for example with qpdf --decrypt")
	ErrScanned   = errors.New("no text in it, probably scanned pages: run text recognition over it, for example ocrmypdf")
	ErrTooLarge  = fmt.Errorf("larger than %d MiB: make it smaller, for example by leaving out images", MostBytes>>20)
)

// fewest is the least number of letters that a paper's text has; pages of images have page numbers and stamps.
const fewest = 20

// Read makes a document of a PDF. The same bytes give the same document. Errors match one of this package, pdf.ErrUnreadable, or are those of ctx.
func Read(ctx context.Context, reader *pdf.Reader, body []byte) (evidence.Document, error) {
	if len(body) > MostBytes {
		return evidence.Document{}, ErrTooLarge
	}
	b, err := reader.Text(ctx, body)
	if err != nil {
		return evidence.Document{}, refusal(body, err)
	}
	text := string(b)
	if letters(text) < fewest {
		return evidence.Document{}, ErrScanned
	}
	var d evidence.Document
	described(&d, body)
	identify(&d, text)
	d.Abstract = abstracted(text)
	if sections, err := fulltext.Lines(b); err == nil {
		item.SetText(&d, sections)
	} else {
		d.Text = strings.Join(strings.Fields(text), " ")
	}
	d.Retracted = markup.Retracted(d.Title)
	return d, nil
}

// refusal tells a password from damage.
func refusal(body []byte, err error) error {
	reason := strings.ToLower(err.Error())
	if errors.Is(err, pdf.ErrUnreadable) && (strings.Contains(reason, "password") || strings.Contains(reason, "encrypt") || strings.Contains(string(body[max(0, len(body)-4096):]), "/Encrypt")) {
		return fmt.Errorf("%w (%v)", ErrEncrypted, err)
	}
	return err
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
