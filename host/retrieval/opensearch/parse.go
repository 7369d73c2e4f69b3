package opensearch

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// classify reads what errors say, and knows them under status 200 as well. An index that is missing comes as 404, which is a mistake of the
// policy and not of a name; a search that was cut off by its time, or that some shards did not answer, comes as 200 with fewer hits than
// there are.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	if failed, status, detail := failure(a.Body); failed {
		if v.Class == outbound.OK {
			v = outbound.ByStatus(cmp.Or(status, http.StatusBadRequest), a.Header, a.Now)
		}
		v.Detail = detail
	} else if v.Class == outbound.OK && partial(a.Body) {
		return outbound.Verdict{Class: outbound.Transient, Detail: "only a part of the index answered"}
	}
	if v.Class == outbound.NotFound {
		v.Class = outbound.BadRequest
	}
	return v
}

// failure tells whether a body is an error: {"error": {"type": …, "reason": …}, "status": 400}, or with a text as error.
func failure(body []byte) (failed bool, status int, detail string) {
	if len(body) > 64<<10 || !bytes.Contains(body, []byte(`"error"`)) {
		return false, 0, ""
	}
	var e struct {
		Error  json.RawMessage `json:"error"`
		Status lenient.Count   `json:"status"`
		Hits   json.RawMessage `json:"hits"`
	}
	if json.Unmarshal(body, &e) != nil || e.Error == nil || e.Hits != nil {
		return false, 0, ""
	}
	if n := e.Status.N; n != nil && *n >= 400 && *n < 600 {
		status = int(*n)
	}
	var said struct {
		Type   lenient.Text `json:"type"`
		Reason lenient.Text `json:"reason"`
	}
	var text lenient.Text
	if json.Unmarshal(e.Error, &said) == nil && said.Type != "" {
		return true, status, said.Type.String() + ": " + said.Reason.String()
	}
	_ = text.UnmarshalJSON(e.Error) // never fails
	return true, status, text.String()
}

// partial tells whether some of the engine did not answer.
func partial(body []byte) bool {
	var in struct {
		TimedOut json.RawMessage `json:"timed_out"`
		Shards   lenient.List[struct {
			Failed lenient.Count `json:"failed"`
		}] `json:"_shards"`
	}
	if json.Unmarshal(body, &in) != nil {
		return false
	}
	for _, s := range in.Shards {
		if s.Failed.N != nil && *s.Failed.N > 0 {
			return true
		}
	}
	return string(in.TimedOut) == "true"
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	hits      int // that the engine gave, those that are not documents among them
}

// A hit is a document on the wire.
type hit struct {
	Index  lenient.Text    `json:"_index"`
	ID     lenient.Text    `json:"_id"`
	Score  json.Number     `json:"_score"` // null where the engine does not score
	Source json.RawMessage `json:"_source"`
}

func (h *hit) score() float64 {
	f, _ := h.Score.Float64() // null is 0
	return f
}

// parsePage reads the answer to a search.
func parsePage(body []byte, f Fields) (page, error) {
	var in struct {
		Hits *struct {
			Hits *lenient.List[hit] `json:"hits"`
		} `json:"hits"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return page{}, err
	}
	if in.Hits == nil || in.Hits.Hits == nil {
		return page{}, errors.New("neither hits nor an error in it")
	}
	hits := (*in.Hits.Hits)[:min(len(*in.Hits.Hits), pageSize)]
	p := page{hits: len(hits)}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score(), a.score()), cmp.Compare(a.Index, b.Index), cmp.Compare(a.ID, b.ID))
	})
	var err error
	if p.documents, err = web.Documents(hits, func(h *hit) evidence.Document { return h.document(f) }, "none of its hits has an id and the fields that the policy names: look at title and abstract of the source block"); err != nil {
		return page{}, err
	}
	return p, nil
}
