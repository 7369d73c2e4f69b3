//go:build keyless

package keyless

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/go-openapi/runtime"
	openapi "github.com/go-openapi/runtime/client"
	"github.com/go-openapi/strfmt"
	rekor "github.com/sigstore/rekor/pkg/generated/client"
	"github.com/sigstore/rekor/pkg/generated/client/entries"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// maxAnswer bounds an answer of a service, in bytes.
const maxAnswer = 1 << 20

// asking sends requests as long as a context lasts. It follows no redirect, since the token is for one address alone, and cuts
// what is said of an error, which may repeat it.
type asking struct {
	ctx   context.Context
	inner *outbound.Transport
}

func asks(ctx context.Context) asking { return asking{ctx, transport()} }

// RoundTrip implements http.RoundTripper.
func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := a.inner.RoundTrip(r.WithContext(a.ctx))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= 300 && answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("the answer is %s", answer.Status)
	}
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	return answer, nil
}

// log makes a client of the log. That of the library goes by a transport of its own.
func (s *Signer) log(ctx context.Context) (entries.ClientService, error) {
	u, err := url.Parse(s.services.Log)
	if err != nil {
		return nil, err
	}
	if u.Host == "" {
		return nil, errors.New("the log has no URL")
	}
	path := u.Path
	if path == "" {
		path = rekor.DefaultBasePath
	}
	t := openapi.NewWithClient(u.Host, path, []string{u.Scheme}, &http.Client{Transport: asks(ctx)})
	t.Consumers["application/json"] = runtime.JSONConsumer()
	t.Producers["application/json"] = runtime.JSONProducer()
	return rekor.New(t, strfmt.Default).Entries, nil
}
