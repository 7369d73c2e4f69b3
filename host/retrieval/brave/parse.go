package brave

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// A refusal holds Brave's message when it does not answer.
type refusal struct {
	Status lenient.Count `json:"status"`
	Code   lenient.Text  `json:"code"`
	Detail lenient.Text  `json:"detail"`
	Meta   lenient.List[struct {
		Limit   lenient.Count `json:"quota_limit"` // of the month; null or 0: none
		Current lenient.Count `json:"quota_current"`
	}] `json:"meta"`
}

// classify reads what errors say, and knows them under status 200 as well. A bad or missing key comes as 422, like a bad parameter;
// the limit of a second as 429, like that of a month.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	r, refused := readRefusal(a.Body)
	if refused && v.Class == outbound.OK {
		v = disguised(a, r)
	}
	if refused {
		v.Detail = r.Detail.String()
	}
	switch {
	case v.Class == outbound.BadRequest && aboutKey(a.Body, r):
		v.Class = outbound.Blocked
	case v.Class == outbound.RateLimited:
		b := budget(a.Header, a.Now)
		if b.Remaining != nil && *b.Remaining <= 0 || r.monthGone() {
			v.Class, v.Wait = outbound.QuotaGone, max(v.Wait, b.Reset)
		} else if first := windows(a.Header, "X-RateLimit-Reset"); v.Wait == 0 && len(first) > 0 {
			v.Wait = seconds(first[0])
		}
	}
	return v
}

// readRefusal tells whether a body is an error.
func readRefusal(body []byte) (refusal, bool) {
	var in struct {
		Type   lenient.Text          `json:"type"`
		Error  lenient.List[refusal] `json:"error"`
		Errors lenient.List[refusal] `json:"errors"`
	}
	if len(body) > 16<<10 || !bytes.Contains(body, []byte(`"ErrorResponse"`)) || json.Unmarshal(body, &in) != nil || in.Type != "ErrorResponse" {
		return refusal{}, false
	}
	for _, r := range append(in.Error, in.Errors...) {
		return r, true
	}
	return refusal{}, true
}

// disguised returns the verdict of an error under status 200.
func disguised(a web.Answer, r refusal) outbound.Verdict {
	if n := r.Status.N; n != nil && *n >= 400 && *n < 600 {
		return outbound.ByStatus(int(*n), a.Header, a.Now)
	}
	return outbound.Verdict{Class: outbound.BadRequest}
}

// aboutKey tells whether it is the key that is refused, by the code or by the name of the header that does not please.
func aboutKey(body []byte, r refusal) bool {
	return strings.HasPrefix(r.Code.String(), "SUBSCRIPTION_TOKEN") || bytes.Contains(bytes.ToLower(body), []byte(`"x-subscription-token"`))
}

// monthGone tells whether the error itself says that the month is used up.
func (r refusal) monthGone() bool {
	for _, m := range r.Meta {
		if m.Limit.N != nil && m.Current.N != nil && *m.Limit.N > 0 && *m.Current.N >= *m.Limit.N {
			return true
		}
	}
	return false
}

// budget reads the limits of a second and of a month, in this order in each header: "X-RateLimit-Limit: 1, 15000". A month with a
// limit of 0 has none, although 0 are left of it.
func budget(h http.Header, _ time.Time) outbound.Budget {
	var b outbound.Budget
	limit, left, reset := windows(h, "X-RateLimit-Limit"), windows(h, "X-RateLimit-Remaining"), windows(h, "X-RateLimit-Reset")
	if len(limit) > 0 && limit[0] > 0 {
		b.Interval = time.Duration(float64(time.Second) / max(limit[0], 1))
	}
	if len(limit) > 1 && limit[1] > 0 && len(left) > 1 {
		b.Remaining, b.Need = &left[1], 1
		if len(reset) > 1 {
			b.Reset = seconds(reset[1])
		}
	}
	return b
}

// windows reads a header that has a number for each window of time; nil if one of them is not a number.
func windows(h http.Header, name string) []float64 {
	var out []float64
	for _, s := range strings.Split(h.Get(name), ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || n != n {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// seconds returns a wait, of a month at most.
func seconds(n float64) time.Duration {
	const most = 31 * 24 * time.Hour
	return time.Duration(min(max(n, 0), most.Seconds()) * float64(time.Second))
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	more      bool
}

// parsePage reads a search of the web; one that found nothing has no list.
func parsePage(body []byte) (page, error) {
	var in struct {
		Type  lenient.Text `json:"type"`
		Query lenient.List[struct {
			More json.RawMessage `json:"more_results_available"`
		}] `json:"query"`
		Web struct {
			Results lenient.List[result] `json:"results"`
		} `json:"web"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return page{}, err
	}
	if in.Type != "search" || len(in.Query) == 0 && len(in.Web.Results) == 0 {
		return page{}, errors.New("neither a search nor an error")
	}
	p := page{more: true}
	for _, q := range in.Query {
		p.more = string(q.More) != "false"
	}
	results := in.Web.Results[:min(len(in.Web.Results), pageSize)]
	var err error
	if p.documents, err = web.Documents(results, (*result).document, "none of its results has an address"); err != nil {
		return page{}, err
	}
	return p, nil
}
