package europepmc

import (
	"context"
	"fmt"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/fulltext"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

var _ retrieval.FullTexter = (*Source)(nil)

// HasText implements retrieval.FullTexter: works of PubMed Central may have one.
func (s *Source) HasText(d *evidence.Document) bool { return retrieval.NormalizePMCID(d.PMCID) != "" }

// FullText implements retrieval.FullTexter: the open access subset of PubMed Central.
func (s *Source) FullText(ctx context.Context, d *evidence.Document) ([]evidence.Section, error) {
	pmcid := retrieval.NormalizePMCID(d.PMCID)
	if pmcid == "" {
		return nil, fmt.Errorf("%s: a work without PMCID: %w", Name, retrieval.ErrNotFound)
	}
	return web.Get(ctx, s.texts, web.Request{Op: "text", Path: "/" + pmcid + "/fullTextXML"}, fulltext.JATS)
}
