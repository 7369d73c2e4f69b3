package keyless

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/outbound"
)

// TokenVariable names the environment variable of a token, as for cosign.
const TokenVariable = "SIGSTORE_ID_TOKEN"

// The variables by which a job of GitHub Actions with the permission `id-token: write` gets a token.
const (
	actionsURL   = "ACTIONS_ID_TOKEN_REQUEST_URL"
	actionsToken = "ACTIONS_ID_TOKEN_REQUEST_TOKEN"
)

// audience is whom tokens for Sigstore are for.
const audience = "sigstore"

const (
	maxToken  = 64 << 10 // bytes of a token, or of the answer that holds it
	tokenTime = 30 * time.Second
)

// ErrToken says that no token can be had.
var ErrToken = errors.New("no identity token")

// Token finds the token of the environment: $SIGSTORE_ID_TOKEN, or that of the job of GitHub Actions which this program is
// part of. The error matches [ErrToken].
func Token(ctx context.Context, look func(string) (string, bool)) (string, error) {
	if token, _ := look(TokenVariable); token != "" {
		return strings.TrimSpace(token), nil
	}
	address, _ := look(actionsURL)
	bearer, _ := look(actionsToken)
	if address == "" || bearer == "" {
		return "", fmt.Errorf("%w: set %s, or give a job of GitHub Actions the permission id-token: write", ErrToken, TokenVariable)
	}
	token, err := ask(ctx, address, bearer)
	if err != nil {
		return "", fmt.Errorf("%w: $%s: %w", ErrToken, actionsURL, err)
	}
	return token, nil
}

// client asks by connections that end with their request, through the proxy of the environment. It follows no redirect: the
// token is for the address alone.
func client() *http.Client {
	return &http.Client{
		Transport:     transport(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func transport() *outbound.Transport {
	return outbound.New(&http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ForceAttemptHTTP2: true, TLSHandshakeTimeout: tokenTime,
	})
}

// ask gets a token for the audience from an address.
func ask(ctx context.Context, address, bearer string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	q := u.Query()
	q.Set("audience", audience)
	u.RawQuery = q.Encode()
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	answer, err := client().Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the answer is %s", answer.Status)
	}
	var form struct {
		Value string `json:"value"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxToken)).Decode(&form); err != nil {
		return "", err
	}
	if form.Value == "" {
		return "", errors.New("the answer has no value")
	}
	return form.Value, nil
}
