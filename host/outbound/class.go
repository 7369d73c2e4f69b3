package outbound

import (
	"net/http"
	"time"
)

// A Class says how a request ended. The comment of package retrieval/web has a table of all classes.
type Class string

// The classes.
const (
	OK          Class = "ok"
	Transient   Class = "transient"
	RateLimited Class = "rate_limited"
	QuotaGone   Class = "quota_gone"
	Blocked     Class = "blocked"
	BadRequest  Class = "bad_request"
	NotFound    Class = "not_found"
	Malformed   Class = "malformed"
	Unavailable Class = "unavailable"
	TooLate     Class = "too_late"
	Missing     Class = "missing"
)

// unhealthy says whether the answer speaks against the provider's health, for the breaker.
func (c Class) unhealthy() bool { return c == Transient || c == RateLimited || c == Malformed }

// A Verdict interprets a provider's answer.
type Verdict struct {
	Class  Class
	Detail string        // what the provider says, for people; redacted and cut by the caller
	Raw    string        // what depends on address, system or moment; see Error.Raw
	Wait   time.Duration // how long the provider asks to be left alone; 0: it does not say
}

// quotaWait is the wait from which "later" means "not in this run".
const quotaWait = 10 * time.Minute

// ByStatus returns the verdict of the status and the Retry-After header alone. Sources whose provider
// says more than that start from it in Provider.Classify.
func ByStatus(status int, header http.Header, now time.Time) Verdict {
	v := Verdict{Class: statusClass(status)}
	if v.Class.Retry() {
		v.Wait = RetryAfter(header, now)
	}
	if v.Class == RateLimited && v.Wait >= quotaWait {
		v.Class = QuotaGone
	}
	return v
}

func statusClass(status int) Class {
	switch {
	case status >= 200 && status < 300:
		return OK
	case status == http.StatusTooManyRequests:
		return RateLimited
	case status == http.StatusRequestTimeout || status >= 500 && status != http.StatusNotImplemented:
		return Transient
	case status == http.StatusNotFound || status == http.StatusGone:
		return NotFound
	case status == 401 || status == 402 || status == 403 || status == 451:
		return Blocked
	case status >= 400:
		return BadRequest
	}
	return Malformed
}
