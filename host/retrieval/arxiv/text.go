package arxiv

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

var _ retrieval.FullTexter = (*Source)(nil)

// ownHosts are what arXiv's redirects may lead to.
var ownHosts = []string{"arxiv.org", "www.arxiv.org", "export.arxiv.org"}

// textBase is where the texts are: the API lives in a folder of the same host.
func textBase(base string) string { return strings.TrimSuffix(base, "/api") }

// HasText implements retrieval.FullTexter: every preprint may have one.
func (s *Source) HasText(d *evidence.Document) bool { return identifier(d.ArXiv) != "" }

// FullText implements retrieval.FullTexter: the page that arXiv makes of papers written in TeX, of nearly all since
// December 2023. Older papers are there as PDF only, which is not read.
func (s *Source) FullText(ctx context.Context, d *evidence.Document) ([]evidence.Section, error) {
	id := identifier(d.ArXiv)
	if id == "" {
		return nil, fmt.Errorf("%s: a work without identifier: %w", Name, retrieval.ErrNotFound)
	}
	return web.Get(ctx, s.pages, web.Request{Op: "text", Path: "/html/" + id}, fulltext.HTML)
}
