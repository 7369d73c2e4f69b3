package openalex

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/outbound"
	"github.com/sparkhost/sparkhost/host/retrieval/web"
	"github.com/sparkhost/sparkhost/host/retrieval/web/lenient"
)

// classify reads what errors say, and knows them under status 200 as well. A budget that is used up comes as 429 or 402,
// an impossible query as 400 or, from parts of the service, 403.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	failed, detail := failure(a.Body)
	if failed {
		v.Detail = detail
	}
	switch {
	case failed && v.Class == outbound.OK,
		v.Class == outbound.Blocked && strings.Contains(strings.ToLower(detail), "query parameter"):
		v.Class = outbound.BadRequest
	case v.Class == outbound.Blocked && slowDown(detail):
		v.Class = outbound.RateLimited // documented as its limit of requests
	case v.Class == outbound.RateLimited || a.Status == http.StatusPaymentRequired:
		if b := budget(a.Header, a.Now); b.Remaining != nil && (*b.Remaining <= 0 || *b.Remaining < b.Need) {
			v.Class, v.Wait = outbound.QuotaGone, max(v.Wait, b.Reset)
		}
	}
	return v
}

// slowDown says whether an error asks for fewer requests.
func slowDown(detail string) bool {
	detail = strings.ToLower(detail)
	return strings.Contains(detail, "slow down") || strings.Contains(detail, "rate limit") || strings.Contains(detail, "too many requests")
}

// failure tells whether a body is an error, and what it says.
func failure(body []byte) (failed bool, detail string) {
	if len(body) > 16<<10 || !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return false, ""
	}
	var e struct {
		Error   lenient.Text `json:"error"`
		Message lenient.Text `json:"message"`
	}
	if json.Unmarshal(body, &e) != nil || e.Error == "" {
		return false, ""
	}
	if e.Message == "" {
		return true, e.Error.String()
	}
	return true, strings.TrimRight(e.Error.String(), ". ") + ": " + e.Message.String()
}

// budget reads what is left of the day's USD, with what was paid in advance, and what a request like this one takes of it;
// of services that count credits only, the credits.
func budget(h http.Header, _ time.Time) outbound.Budget {
	left, need := amount(h, "X-RateLimit-Remaining-USD"), 0.0
	if left == nil {
		left = amount(h, "X-RateLimit-Remaining")
	} else {
		if prepaid := amount(h, "X-RateLimit-Prepaid-Remaining-USD"); prepaid != nil {
			*left += max(0, *prepaid)
		}
		for _, name := range []string{"X-RateLimit-Cost-USD", "X-RateLimit-Cost-Required-USD"} {
			if cost := amount(h, name); cost != nil {
				need = max(need, *cost)
			}
		}
	}
	b := outbound.Budget{Remaining: left, Need: need}
	if reset := amount(h, "X-RateLimit-Reset"); left != nil && reset != nil && *reset > 0 {
		const most = 48 * time.Hour
		b.Reset = time.Duration(min(*reset, most.Seconds()) * float64(time.Second))
	}
	return b
}

// amount returns a number in a header, with or without its currency; nil if there is none.
func amount(h http.Header, name string) *float64 {
	n, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(h.Get(name)), "$"), 64)
	if err != nil || n != n {
		return nil
	}
	return &n
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	total     int // of all pages
}

// parsePage reads a list of works that is the page of that number.
func parsePage(body []byte, number int) (page, error) {
	var in struct {
		Meta struct {
			Count lenient.Count `json:"count"`
			Page  lenient.Count `json:"page"`
		} `json:"meta"`
		Results *lenient.List[work] `json:"results"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return page{}, err
	}
	if in.Results == nil || in.Meta.Count.N == nil && len(*in.Results) == 0 {
		return page{}, errors.New("neither works nor an error in it")
	}
	if got := in.Meta.Page.N; got != nil && *got != int64(number) {
		return page{}, fmt.Errorf("it is page %d and not %d", *got, number)
	}
	works := (*in.Results)[:min(len(*in.Results), pageSize)]
	p := page{total: mostHits} // where it is not said, a page without anything new is the last
	if n := in.Meta.Count.N; n != nil {
		p.total = int(min(*n, mostHits))
	}
	var err error
	if p.documents, err = web.Documents(works, (*work).document, "none of its works has an id"); err != nil {
		return page{}, err
	}
	return p, nil
}

// parseWork reads one work.
func parseWork(body []byte) (evidence.Document, error) {
	var in work
	if err := json.Unmarshal(body, &in); err != nil {
		return evidence.Document{}, err
	}
	d := in.document()
	if d.ID == "" {
		return evidence.Document{}, errors.New("the work has no id")
	}
	return d, nil
}
