package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/documents"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
)

// recall answers a search from the tape, else from a live source.
func (r *Run) recall(ctx context.Context, roundName string, s *search) {
	q, ok := r.Tape.Search(s.source.Name(), s.query)
	switch {
	case ok && q.Error != "":
		s.err = errors.New(q.Error)
	case ok:
		s.found, s.err = r.remember(s.source.Fingerprint(), q.Hits)
	case r.Live[s.source.Name()] != nil:
		r.Fetched++
		s.found, _, s.err = r.Library.Search(ctx, r.Live[s.source.Name()], s.query)
	default:
		s.err = &tape.NeedError{Round: roundName, Source: s.source.Name(), Query: s.query.Text}
	}
}

// remember makes the documents of recorded hits.
func (r *Run) remember(fingerprint string, hits []record.Hit) ([]documents.Hit, error) {
	out, err := r.Library.Recorded(fingerprint, hits, r.Tape.Blob)
	if err != nil {
		return nil, &tape.UnknowableError{Why: fmt.Sprintf("a document cannot be read: %v", err)}
	}
	return out, nil
}
