package crossref

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

// An envelope is around every answer.
type envelope struct {
	Status  lenient.Text    `json:"status"` // ok, failed, error
	Kind    lenient.Text    `json:"message-type"`
	Message json.RawMessage `json:"message"`
}

// classify reads what errors say, and knows them under status 200 as well.
func classify(a web.Answer) outbound.Verdict {
	v := a.ByStatus()
	if len(a.Body) == 0 || !bytes.HasPrefix(bytes.TrimSpace(a.Body), []byte("{")) {
		return v
	}
	var e envelope
	if v.Class == outbound.OK && !bytes.Contains(a.Body[:min(len(a.Body), 200)], []byte(`"status"`)) || json.Unmarshal(a.Body, &e) != nil {
		return v
	}
	if v.Class == outbound.OK && e.Status == "failed" {
		v.Class = outbound.BadRequest
	}
	if v.Class == outbound.OK && e.Status == "error" {
		v.Class = outbound.Transient
	}
	if v.Class != outbound.OK {
		v.Detail = e.detail()
	}
	return v
}

// detail returns the text of an error: a list of what is wrong, or an exception, whose stack nobody wants.
func (e envelope) detail() string {
	var wrong lenient.List[struct {
		Message lenient.Text `json:"message"`
	}]
	if json.Unmarshal(e.Message, &wrong) != nil {
		return ""
	}
	var out []string
	for _, w := range wrong {
		if w.Message != "" {
			out = append(out, w.Message.String())
		}
	}
	return strings.Join(out, "; ")
}

// budget reads the limits of the pool that answered: "x-rate-limit-limit: 10" per "x-rate-limit-interval: 1s".
func budget(h http.Header, _ time.Time) outbound.Budget {
	var b outbound.Budget
	n, err := strconv.Atoi(h.Get("X-Rate-Limit-Limit"))
	if per, perr := time.ParseDuration(h.Get("X-Rate-Limit-Interval")); err == nil && perr == nil && n > 0 && per > 0 {
		b.Interval = (per + time.Duration(n) - 1) / time.Duration(n)
	}
	if n, err := strconv.Atoi(h.Get("X-Concurrency-Limit")); err == nil && n > 0 {
		b.InFlight = n
	}
	return b
}

// A page is one answer to a search.
type page struct {
	documents []evidence.Document
	total     int // of all pages
}

// parsePage reads a list of works.
func parsePage(body []byte) (page, error) {
	var in struct {
		Total lenient.Count       `json:"total-results"`
		Items *lenient.List[work] `json:"items"`
	}
	if err := open(body, "work-list", &in); err != nil {
		return page{}, err
	}
	if in.Items == nil || in.Total.N == nil && len(*in.Items) == 0 {
		return page{}, errors.New("neither works nor an error in it")
	}
	p := page{total: mostHits} // where it is not said, a page without anything new is the last
	if n := in.Total.N; n != nil {
		p.total = int(min(*n, mostHits))
	}
	var err error
	if p.documents, err = web.Documents(*in.Items, (*work).document, "none of its works has a DOI"); err != nil {
		return page{}, err
	}
	return p, nil
}

// parseWork reads one work.
func parseWork(body []byte) (evidence.Document, error) {
	var in work
	if err := open(body, "work", &in); err != nil {
		return evidence.Document{}, err
	}
	d := in.document()
	if d.ID == "" {
		return evidence.Document{}, errors.New("the work has no DOI")
	}
	return d, nil
}

// open decodes the message of an answer of that kind.
func open(body []byte, kind lenient.Text, message any) error {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return err
	}
	if e.Status != "ok" || e.Kind != kind {
		return errors.New("it is no " + kind.String())
	}
	return json.Unmarshal(e.Message, message)
}
