package standin

import (
	"io"
	"net/http"
	"strings"
)

// refusals are the faults that are an error by their status.
var refusals = map[Fault]struct {
	status  int
	kind    string
	message string
}{
	RateLimited:  {http.StatusTooManyRequests, "rate_limit_error", "too many requests"},
	Quota:        {http.StatusTooManyRequests, "insufficient_quota", "you exceeded your current quota"},
	Unauthorized: {http.StatusUnauthorized, "authentication_error", "invalid key"},
	Rejected:     {http.StatusBadRequest, "invalid_request_error", "a parameter is not supported"},
	Timeout408:   {http.StatusRequestTimeout, "timeout_error", "the request took too long"},
	Conflict:     {http.StatusConflict, "conflict_error", "a conflict"},
	ServerError:  {http.StatusInternalServerError, "server_error", "something broke"},
	Overloaded:   {529, "overloaded_error", "overloaded"},
}

// play answers with the fault; false: the fault is within an otherwise good answer, or there is none.
func (f Fault) play(w http.ResponseWriter, r *http.Request, q Request) bool {
	if refusal, ok := refusals[f]; ok {
		message := refusal.message
		if f == Unauthorized { // as some do: what a client must not pass on
			message += " " + r.Header.Get("X-Api-Key") + strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		}
		refuse(w, q.Wire, refusal.status, refusal.kind, message)
		return true
	}
	switch f {
	case Redirect:
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(http.StatusFound)
	case HTML:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>Welcome</title>"))
	case Null:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(" null"))
	case ManyChoices:
		many(w)
	case NotJSON:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"id":"x","model":"m","content":[{"type":"te`))
	case CutOff:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "4096")
		_, _ = w.Write([]byte(`{"id":"x","model":"m",`))
	case Reset:
		hangUp()
	case Endless:
		endless(w, r)
	case Switched:
		switched(w)
	case ErrorIn200:
		refuse(w, q.Wire, http.StatusOK, "overloaded_error", "overloaded, but politely")
	default:
		return false
	}
	return true
}

// many writes 30,000 choices and as many blocks.
func many(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	items := strings.Repeat(`{},`, 29_999) + `{}`
	_, _ = io.WriteString(w, `{"model":"m","choices":[`+items+`],"content":[`+items+`]}`)
}

// hangUp closes the connection without an answer.
func hangUp() {
	panic(http.ErrAbortHandler) // what net/http provides for it: no log, no answer
}

// endless writes until the client has had enough.
func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	chunk := []byte(strings.Repeat(`{"again":`, 4096))
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

// switched answers 101 and holds the connection until the client goes.
func switched(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n")
	_, _ = io.Copy(io.Discard, conn)
}
