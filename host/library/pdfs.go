package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/written"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/library/papers"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext/pdf"
	"github.com/sparkhost/sparkhost/host/retrieval/local"
)

// A paper holds what was read of a PDF, kept by the PDF's content: its document, or the reason that it has none.
type paper struct {
	Document *evidence.Document `json:"document,omitempty"`
	Reason   string             `json:"reason,omitempty"`
}

// pdfs reads PDFs, several at once, and spools them in their order.
func (im *importer) pdfs(ctx context.Context, list []source) error {
	read := make([]paper, len(list))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range list {
		group.Go(func() (err error) {
			read[i], err = im.paper(gctx, s)
			im.advance(s.size)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, s := range list {
		if read[i].Document == nil {
			im.problem(Problem{File: s.path, Reason: read[i].Reason, Whole: true})
			continue
		}
		d := *read[i].Document
		if d.Title == "" {
			d.Title = nameTitle(s.path)
		}
		im.report.Found[string(formatPDF)]++
		if err := im.spool.add(s, item.Item{Document: d}); err != nil {
			return err
		}
	}
	return nil
}

// nameTitle returns a title out of the name of a file, for papers that print none.
func nameTitle(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' }), " ")
}

// paper reads one PDF, or finds what was read of the same bytes before. Its error is that of ctx or of the sandbox.
func (im *importer) paper(ctx context.Context, s source) (paper, error) {
	kept := filepath.Join(im.Dir, "papers", papers.Version, s.digest+".json")
	var p paper
	if b, err := os.ReadFile(kept); err == nil && json.Unmarshal(b, &p) == nil && (p.Document != nil || p.Reason != "") {
		return p, nil
	}
	if s.size > papers.MostBytes {
		return paper{Reason: papers.ErrTooLarge.Error()}, nil
	}
	body, err := os.ReadFile(s.path)
	if err != nil {
		return paper{Reason: plainReason(err)}, nil
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != s.digest {
		im.changes()
		return paper{Reason: ErrChanged.Error()}, nil
	}
	d, err := papers.Read(ctx, im.PDF, body)
	switch {
	case ctx.Err() != nil:
		return paper{}, ctx.Err()
	case errors.Is(err, pdf.ErrUnreadable), errors.Is(err, papers.ErrEncrypted), errors.Is(err, papers.ErrScanned):
		p = paper{Reason: err.Error()}
	case err != nil:
		return paper{}, err
	default:
		p = paper{Document: &d}
	}
	if err := written.JSON(kept, p); err != nil {
		return paper{}, &spoolError{err}
	}
	return p, nil
}

// attach gives works the texts of the PDFs that their reference lists name.
func (im *importer) attach(ctx context.Context) error {
	for i := range im.spool.list {
		one := &im.spool.list[i]
		for _, name := range one.files {
			if err := ctx.Err(); err != nil {
				return err
			}
			path, ok := attached(one.source, name)
			if !ok {
				im.problem(Problem{File: one.source.path, Line: one.line, Reason: missing(name)})
				continue
			}
			done, err := im.attachOne(ctx, i, path)
			if err != nil {
				return err
			}
			if done {
				break
			}
		}
	}
	return nil
}

// attachOne reads a PDF for a work, and says whether it gave its text.
func (im *importer) attachOne(ctx context.Context, i int, path string) (bool, error) {
	s := source{path: path, format: formatPDF}
	info, err := os.Stat(path)
	if err == nil {
		s.size = info.Size()
		s.digest, err = local.FileDigest(ctx, im.files(), path)
	}
	if err != nil {
		im.problem(Problem{File: path, Reason: plainReason(err), Whole: true})
		return false, nil
	}
	im.attachments = append(im.attachments, Attachment{Path: path, Digest: s.digest})
	p, err := im.paper(ctx, s)
	if err != nil {
		return false, err
	}
	if p.Document == nil {
		im.problem(Problem{File: path, Reason: p.Reason, Whole: true})
		return false, nil
	}
	d, err := im.spool.document(i)
	if err != nil {
		return false, err
	}
	d.Text, im.report.Attached = p.Document.Text, im.report.Attached+1
	if len(d.Sections) == 0 || d.Abstract != "" {
		d.Sections = p.Document.Sections
	}
	for _, f := range []struct{ into, from *string }{{&d.Abstract, &p.Document.Abstract}, {&d.DOI, &p.Document.DOI}, {&d.ArXiv, &p.Document.ArXiv}} {
		if *f.into == "" {
			*f.into = *f.from
		}
	}
	return true, im.spool.replace(i, &d)
}
