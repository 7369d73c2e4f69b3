package standin

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// JSON answers with a body.
func JSON(body string) http.HandlerFunc { return Body("application/json", body) }

// Body answers with a body of that type.
func Body(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body) // a reader that went away is its own matter; so below
	}
}

// Status answers with a status, headers given as name and value in turn, and a JSON error.
func Status(status int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"message":%q}`, http.StatusText(status))
	}
}

// HTML answers 200 with a page, as proxies and portals do.
func HTML() http.HandlerFunc {
	return Body("text/html", "<!DOCTYPE html><html><body>Down for maintenance</body></html>")
}

// Truncated promises the whole body and breaks off halfway.
func Truncated(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = io.WriteString(w, body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}
}

// Drip sends a blank a second until the caller goes.
func Drip() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(time.Second):
			}
		}
	}
}

// Endless sends blanks until the caller goes.
func Endless() http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		blanks := bytes.Repeat([]byte(" "), 32<<10)
		for {
			if _, err := w.Write(blanks); err != nil {
				return
			}
		}
	}
}

// Switch answers 101, says nothing more, and holds the connection until the caller goes.
func Switch() http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n")
		_, _ = io.Copy(io.Discard, conn)
	}
}

// Redirect sends the caller elsewhere.
func Redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusMovedPermanently) }
}

// Gzip packs the body; cut is the number of bytes of the packed one that are missing at the end.
func Gzip(body string, cut int) http.HandlerFunc {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, body) // to memory
	_ = z.Close()
	return packed(b.Bytes()[:b.Len()-cut])
}

// BadGzip says that it is packed and is not.
func BadGzip() http.HandlerFunc { return packed([]byte(`{"packed":"no"}`)) }

// Bomb unpacks to n bytes of blanks.
func Bomb(n int) http.HandlerFunc {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	blanks := bytes.Repeat([]byte(" "), 1<<20)
	for ; n > 0; n -= len(blanks) {
		_, _ = z.Write(blanks)
	}
	_ = z.Close()
	return packed(b.Bytes())
}

func packed(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(body)
	}
}
