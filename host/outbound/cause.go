package outbound

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
)

// A Cause says why an exchange broke before there was a whole answer. It does not depend on the address, on the system
// or on the moment, so that equal failures are called alike in results and records.
type Cause string

// The causes.
const (
	Refused     Cause = "refused"     // nobody listens there
	DNS         Cause = "dns"         // the name of the host leads nowhere
	TLS         Cause = "tls"         // no secure connection came about
	Timeout     Cause = "timeout"     // no connection, or no whole answer, in time
	Unreachable Cause = "unreachable" // no route leads to the host
	Unpack      Cause = "unpack"      // what came does not unpack
	TooLarge    Cause = "too_large"   // more came than may
	Redirected  Cause = "redirect"    // it leads to where we may not go
	Shape       Cause = "shape"       // it is not what was asked for, or an error behind a good status
	Reset       Cause = "reset"       // everything else: the connection ended, by whatever word the system had for it
)

var causeTexts = map[Cause]string{
	Refused: "the connection was refused", DNS: "the host's name was not found", TLS: "no secure connection came about",
	Timeout: "no whole answer in time", Unreachable: "the host cannot be reached", Unpack: "the answer does not unpack",
	TooLarge: "the answer is too large", Redirected: "it redirects", Shape: "the answer has another shape", Reset: "the answer was cut off",
}

// Text returns the cause in words, the same each time.
func (c Cause) Text() string { return causeTexts[c] }

// CauseOf finds the cause of an error of net, crypto/tls or net/http; nil has none.
func CauseOf(err error) Cause {
	var name *net.DNSError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &name):
		return DNS
	case errors.Is(err, ErrSwitched):
		return Shape
	case late(err):
		return Timeout
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EADDRNOTAVAIL):
		return Unreachable
	case insecure(err):
		return TLS
	case corrupt(err):
		return Unpack
	}
	return Reset
}

// late tells whether time ran out. A *url.Error asks the error right below it only.
func late(err error) bool {
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var timed net.Error
	return errors.As(err, &timed) && timed.Timeout() || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.Is(err, syscall.ETIMEDOUT)
}

// insecure tells whether TLS failed, on this side or, by its alert, on the other.
func insecure(err error) bool {
	var header tls.RecordHeaderError
	var alert tls.AlertError
	var verify *tls.CertificateVerificationError
	var host x509.HostnameError
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &header) || errors.As(err, &alert) || errors.As(err, &verify) ||
		errors.As(err, &host) || errors.As(err, &authority) || errors.As(err, &invalid)
}

func corrupt(err error) bool {
	var damaged flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &damaged)
}
