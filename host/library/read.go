package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/bibtex"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/library/jats"
	"github.com/sparkhost/sparkhost/host/library/pubmed"
	"github.com/sparkhost/sparkhost/host/library/records"
	"github.com/sparkhost/sparkhost/host/library/ris"
	"github.com/sparkhost/sparkhost/host/library/zotero"
)

// ErrChanged is matched by the problem of a file that was written to while it was being read.
var ErrChanged = errors.New("the file changed while it was being read; run the command again")

// reader returns how a format is read, for the formats whose files hold references.
func (im *importer) reader(f format) item.Reader {
	switch f {
	case formatBibTeX:
		return bibtex.Read
	case formatRIS:
		return ris.Read
	case formatMedline:
		return ris.ReadMedline
	case formatJSON:
		return records.Read
	case formatTable:
		return im.Columns.Read
	case formatPubMed:
		return pubmed.Read
	case formatJATS:
		return jats.Read
	case formatPMCXML:
		return records.ReadXML
	}
	return nil
}

// An intake is one file on its way into the spool.
type intake struct {
	*importer
	source source
	count  int
	wrong  int // parts that could not be read
	from   int // number of the first work of the file in the spool
}

// mostWrong is the number of parts of one file that are listed as problems; the rest is counted.
const mostWrong = 1000

// Found implements item.Output.
func (in *intake) Found(it item.Item) error {
	in.count++
	return in.spool.add(in.source, it)
}

// Wrong implements item.Output.
func (in *intake) Wrong(line int, reason string) {
	if in.wrong++; in.wrong <= mostWrong {
		in.problem(Problem{File: in.source.path, Line: line, Reason: evidence.Clip(reason, 2000)})
	}
}

// tellRest counts the problems that are not listed.
func (in *intake) tellRest() {
	if more := in.wrong - mostWrong; more > 0 {
		in.problem(Problem{File: in.source.path, Reason: fmt.Sprintf("%d more parts could not be read: correct these first", more)})
	}
}

// references reads one file of references. What is wrong with it is a problem; the error is that of the spool or of ctx.
func (im *importer) references(ctx context.Context, s source) error {
	in := &intake{importer: im, source: s, from: im.spool.len()}
	err := in.read(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	in.tellRest()
	var full *spoolError
	switch {
	case errors.As(err, &full):
		return err
	case errors.Is(err, ErrChanged):
		im.spool.truncate(in.from)
		im.changed = true
		in.count = 0
	}
	if err != nil {
		im.problem(Problem{File: s.path, Reason: plainReason(err), Whole: in.count == 0})
	}
	im.report.Found[string(s.format)] += in.count
	im.advance(s.size)
	return nil
}

func (in *intake) read(ctx context.Context) error {
	if in.source.format == formatZotero {
		return zotero.Read(ctx, in.source.path, in)
	}
	f, err := os.Open(in.source.path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	raw := io.TeeReader(f, h)
	r, err := unpacked(raw)
	if err != nil {
		return err
	}
	err = in.reader(in.source.format)(ctx, r, in)
	if same := unchanged(raw, h, in.source.digest); same != nil {
		return same
	}
	return err
}

// unchanged reads the rest of a file and compares it with what was hashed before.
func unchanged(r io.Reader, h hash.Hash, digest string) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != digest {
		return ErrChanged
	}
	return nil
}

// attached finds a PDF that a reference names: as it is written, or beside the file of references.
func attached(s source, name string) (string, bool) {
	base := s.path
	if s.format != formatZotero {
		base = filepath.Dir(s.path)
	}
	for _, path := range []string{filepath.Join(base, filepath.FromSlash(name)), filepath.FromSlash(name)} {
		if path == filepath.FromSlash(name) && !filepath.IsAbs(path) {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
	}
	return "", false
}

func missing(name string) string { return fmt.Sprintf("the PDF that it names is not there: %s", name) }
