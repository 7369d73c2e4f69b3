package semanticscholar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// classify reads what errors say, and knows them under status 200 as well: "message" comes from the gateway,
// "error" from the service, about the request.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	if len(a.Body) > 4096 || !bytes.HasPrefix(bytes.TrimSpace(a.Body), []byte("{")) {
		return v
	}
	var e struct {
		Message lenient.Text `json:"message"`
		Error   lenient.Text `json:"error"`
		Code    lenient.Text `json:"code"` // "429"
	}
	if json.Unmarshal(a.Body, &e) != nil || e.Message == "" && e.Error == "" {
		return v
	}
	if v.Class == outbound.OK {
		v = disguised(a, e.Code.String(), e.Message.String(), e.Error != "")
	}
	v.Detail = e.Message.String() + e.Error.String()
	if v.Class == outbound.BadRequest && strings.HasPrefix(v.Detail, "No valid paper ids") {
		v.Class = outbound.NotFound
	}
	return v
}

// disguised returns the verdict of an error under status 200.
func disguised(a web.Answer, code, said string, ofRequest bool) outbound.Verdict {
	status, err := strconv.Atoi(code)
	switch {
	case err == nil && status >= 400 && status < 600:
		return outbound.ByStatus(status, a.Header, a.Now)
	case ofRequest:
		return outbound.Verdict{Class: outbound.BadRequest}
	case strings.EqualFold(said, "forbidden"):
		return outbound.Verdict{Class: outbound.Blocked}
	}
	return outbound.ByStatus(http.StatusServiceUnavailable, a.Header, a.Now)
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	more      bool
}

// parsePage reads an answer that starts at offset. Without hits it has no data.
func parsePage(body []byte, offset int) (page, error) {
	var in struct {
		Total  lenient.Count        `json:"total"`
		Offset lenient.Count        `json:"offset"`
		Next   lenient.Count        `json:"next"`
		Data   *lenient.List[paper] `json:"data"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return page{}, err
	}
	if in.Total.N == nil && in.Data == nil {
		return page{}, errors.New("neither works nor an error in it")
	}
	if in.Offset.N != nil && *in.Offset.N != int64(offset) {
		return page{}, fmt.Errorf("it starts at %d and not at %d", *in.Offset.N, offset)
	}
	p := page{more: in.Next.N != nil}
	if in.Data == nil {
		return p, nil
	}
	var err error
	if p.documents, err = web.Documents(*in.Data, (*paper).document, "none of its works has an id"); err != nil {
		return page{}, err
	}
	return p, nil
}

// parseBatch reads the answer to n ids: a work or null for each.
func parseBatch(body []byte, n int) ([]*evidence.Document, error) {
	var in []json.RawMessage
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	if len(in) != n {
		return nil, fmt.Errorf("%d works for %d ids", len(in), n)
	}
	out := make([]*evidence.Document, n)
	for i, raw := range in {
		var w paper
		if err := json.Unmarshal(raw, &w); err != nil {
			return nil, err
		}
		if d := w.document(); d.ID != "" {
			out[i] = &d
		}
	}
	return out, nil
}
