package europepmc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// classify knows the service's errors, which come with status 200.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	var failed struct {
		Code    lenient.Count `json:"errCode"`
		Message lenient.Text  `json:"errMsg"`
	}
	if v.Class != outbound.OK || !bytes.Contains(a.Body, []byte(`"errCode"`)) || json.Unmarshal(a.Body, &failed) != nil || failed.Code.N == nil {
		return v
	}
	detail := fmt.Sprintf("error %d: %s", *failed.Code.N, failed.Message)
	switch code := *failed.Code.N; {
	case code == http.StatusTooManyRequests:
		return outbound.Verdict{Class: outbound.RateLimited, Detail: detail}
	case code >= 500 && code < 600:
		return outbound.Verdict{Class: outbound.Transient, Detail: detail}
	}
	return outbound.Verdict{Class: outbound.BadRequest, Detail: detail} // it calls a bad parameter "404"
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	next      string // cursor of the following page; empty: there is none
}

// parsePage reads an answer and checks that it answers query.
func parsePage(body []byte, query string) (page, error) {
	var in struct {
		Hits    lenient.Count `json:"hitCount"`
		Next    lenient.Text  `json:"nextCursorMark"`
		Request struct {
			Query lenient.Text `json:"queryString"`
		} `json:"request"`
		List *struct {
			Results lenient.List[result] `json:"result"`
		} `json:"resultList"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return page{}, err
	}
	if in.List == nil || in.Hits.N == nil && len(in.List.Results) == 0 {
		return page{}, errors.New("neither hits nor an error in it")
	}
	if got := in.Request.Query.String(); got != "" && !sameQuery(got, query) {
		return page{}, fmt.Errorf("it answers another query, %q", got)
	}
	p := page{next: in.Next.String()}
	var err error
	if p.documents, err = web.Documents(in.List.Results, (*result).document, "none of its results has a name"); err != nil {
		return page{}, err
	}
	return p, nil
}

// sameQuery compares words only: the service echoes signs in its own way.
func sameQuery(got, sent string) bool {
	if plain, err := url.QueryUnescape(got); err == nil && retrieval.NormalizeTitle(plain) == retrieval.NormalizeTitle(sent) {
		return true
	}
	return retrieval.NormalizeTitle(got) == retrieval.NormalizeTitle(sent)
}
