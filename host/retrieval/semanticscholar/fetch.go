package semanticscholar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
)

// FetchAll returns the documents with those ids in their order, 500 a request; nil where an id is not known.
func (s *Source) FetchAll(ctx context.Context, ids []string) ([]*evidence.Document, error) {
	found := make([]*evidence.Document, len(ids))
	var names []string
	var places []int // of the names in ids
	for i, id := range ids {
		if name := wireID(id); name != "" {
			names, places = append(names, name), append(places, i)
		}
	}
	for from := 0; from < len(names); from += batchSize {
		to := min(from+batchSize, len(names))
		documents, err := s.batch(ctx, names[from:to])
		if err != nil {
			return nil, err
		}
		for i, d := range documents {
			found[places[from+i]] = d
		}
	}
	return found, nil
}

// batch asks for up to batchSize works.
func (s *Source) batch(ctx context.Context, names []string) ([]*evidence.Document, error) {
	body, err := json.Marshal(map[string][]string{"ids": names})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	documents, err := ask(ctx, s, web.Request{Op: "fetch", Path: "/paper/batch", Query: url.Values{"fields": {fields}}, Body: string(body)},
		func(body []byte) ([]*evidence.Document, error) { return parseBatch(body, len(names)) })
	if errors.Is(err, retrieval.ErrNotFound) { // none of them
		return make([]*evidence.Document, len(names)), nil
	}
	return documents, err
}

var (
	paperID = regexp.MustCompile(`^[0-9a-f]{40}$`)
	digits  = regexp.MustCompile(`^[0-9]{1,18}$`)
	arXivID = regexp.MustCompile(`^[a-z.-]+/[0-9]{7}$|^[0-9]{4}\.[0-9]{4,5}$`)
)

// wireID returns an id as the service takes it; empty if it is none.
func wireID(id string) string {
	kind, rest, _ := strings.Cut(id, ":")
	switch kind = strings.ToLower(kind); kind {
	case "doi":
		if doi := retrieval.NormalizeDOI(rest); doi != "" {
			return "DOI:" + doi
		}
	case "arxiv":
		if name := retrieval.NormalizeArXiv(rest); arXivID.MatchString(name) {
			return "ARXIV:" + name
		}
	case "pmid":
		if pmid := retrieval.NormalizePMID(rest); pmid != "" {
			return "PMID:" + pmid
		}
	case "pmcid":
		if pmcid := retrieval.NormalizePMCID(rest); pmcid != "" {
			return "PMCID:" + strings.TrimPrefix(pmcid, "PMC")
		}
	case "corpusid":
		if digits.MatchString(rest) {
			return "CorpusId:" + rest
		}
	default:
		if paperID.MatchString(id) {
			return id
		}
	}
	return ""
}
