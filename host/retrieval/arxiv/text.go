package arxiv

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

var _ retrieval.FullTexter = (*Source)(nil)

// ownHosts are the hosts to which arXiv's redirects may lead.
var ownHosts = []string{"arxiv.org", "www.arxiv.org", "export.arxiv.org"}

// textBase returns the address of the texts: the API lives in a folder of the same host.
func textBase(base string) string { return strings.TrimSuffix(base, "/api") }

// HasText implements retrieval.FullTexter: every preprint may have one.
func (s *Source) HasText(d *evidence.Document) bool { return identifier(d.ArXiv) != "" }

// KeepCompiled says where the code that reads PDFs is kept between processes; without it each process that reads one compiles it.
// Call it before the source is used.
func (s *Source) KeepCompiled(dir string) { s.reader.CacheDir = dir }

// FullText implements retrieval.FullTexter: the page that arXiv makes of papers written in TeX, of nearly all since
// December 2023, else the lines of the PDF, which is a second request.
func (s *Source) FullText(ctx context.Context, d *evidence.Document) ([]evidence.Section, error) {
	id := identifier(d.ArXiv)
	if id == "" {
		return nil, fmt.Errorf("%s: a work without identifier: %w", Name, retrieval.ErrNotFound)
	}
	sections, err := web.Get(ctx, s.pages, web.Request{Op: "text", Path: "/html/" + id}, fulltext.HTML)
	if errors.Is(err, retrieval.ErrNotFound) {
		return web.Get(ctx, s.papers, web.Request{Op: "pdf", Path: "/pdf/" + id}, fulltext.Lines)
	}
	return sections, err
}
