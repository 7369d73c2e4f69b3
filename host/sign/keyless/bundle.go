//go:build keyless

package keyless

import (
	"context"
	"fmt"

	sigstore "github.com/sigstore/sigstore-go/pkg/sign"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/sparkhost/sparkhost/host/sign"
)

// retries bounds how often a service that fails is asked again, after a second, then two.
const retries = 2

// bundle signs a payload with a key of its own, which nobody keeps, and has the services vouch for it.
func (s *Signer) bundle(ctx context.Context, payload []byte, statement bool) (text []byte, err error) {
	defer func() {
		if v := recover(); v != nil { // Rekor's client trips over an answer without the entry
			err = fmt.Errorf("an answer that cannot be read: %v", v)
		}
	}()
	key, err := sigstore.NewEphemeralKeypair(nil)
	if err != nil {
		return nil, err
	}
	log, err := s.log(ctx)
	if err != nil {
		return nil, err
	}
	var content sigstore.Content = &sigstore.PlainData{Data: payload}
	if statement {
		content = &sigstore.DSSEData{Data: payload, PayloadType: sign.PayloadType}
	}
	o := sigstore.BundleOptions{
		Context:                    ctx,
		CertificateProvider:        sigstore.NewFulcio(&sigstore.FulcioOptions{BaseURL: s.services.Authority, Retries: retries, Transport: asks(ctx)}),
		CertificateProviderOptions: &sigstore.CertificateProviderOptions{IDToken: s.token},
		TransparencyLogs:           []sigstore.Transparency{sigstore.NewRekor(&sigstore.RekorOptions{BaseURL: s.services.Log, Client: log})},
	}
	if s.services.Times != "" {
		o.TimestampAuthorities = append(o.TimestampAuthorities, sigstore.NewTimestampAuthority(&sigstore.TimestampAuthorityOptions{URL: s.services.Times, Retries: retries, Transport: asks(ctx)}))
	}
	b, err := sigstore.Bundle(content, key, o)
	if err != nil {
		return nil, err
	}
	return protojson.Marshal(b)
}
