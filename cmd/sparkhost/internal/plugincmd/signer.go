package plugincmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/host/sign/keyless"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A signer signs with a key, or with a certificate for an identity.
type signer interface {
	SignBytes(context.Context, []byte) (*sign.Bundle, error)
	SignStatement(context.Context, string, json.RawMessage, ...sign.Subject) (*sign.Bundle, error)
	// text shows who signed.
	text() string
}

// signerFlags say who signs.
type signerFlags struct {
	key, token, root string
	keyless          bool
	services         keyless.Services
}

func (f *signerFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.key, "key", "", "`file` of the private key")
	c.Flags().BoolVar(&f.keyless, "keyless", false, "sign with a certificate of a Sigstore instance, for whom an identity token names")
	c.Flags().StringVar(&f.token, "identity-token", "", "under --keyless: `file` of the token (default: $"+keyless.TokenVariable+", or that of the job of GitHub Actions)")
	c.Flags().StringVar(&f.root, "trusted-root", "", "under --keyless: `file` of the instance's trusted root, trusted_root.json")
	c.Flags().StringVar(&f.services.Authority, "fulcio", "", "under --keyless: `URL` that gives certificates (default: of the public instance)")
	c.Flags().StringVar(&f.services.Log, "rekor", "", "under --keyless: `URL` of the log (default: of the public instance)")
	c.Flags().StringVar(&f.services.Times, "timestamps", "", "under --keyless: `URL` that gives RFC 3161 timestamps (default: the log's time)")
	c.MarkFlagsOneRequired("key", "keyless")
	c.MarkFlagsMutuallyExclusive("key", "keyless")
}

// open finds the key, or the token.
func (f *signerFlags) open(ctx context.Context) (signer, error) {
	if !f.keyless {
		k, err := readPrivate(f.key)
		return byKey{k}, err
	}
	if f.root == "" {
		return nil, shell.Fail(shell.ExitFailed, "--keyless needs the --trusted-root of the instance, against which the signature is verified; `cosign trusted-root create` makes one")
	}
	root, err := bounded.ReadRegular(f.root, sign.MaxRoot)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "--trusted-root: %w", err)
	}
	token, err := f.identity(ctx)
	if err != nil {
		return nil, err
	}
	s, err := keyless.New(token, root, f.services)
	if err != nil {
		return nil, shell.Exit(shell.ExitFailed, err)
	}
	return byIdentity{s}, nil
}

// identity returns the token of the flag, else that of the environment.
func (f *signerFlags) identity(ctx context.Context) (string, error) {
	if f.token == "" {
		token, err := keyless.Token(ctx, os.LookupEnv)
		if err != nil {
			return "", shell.Fail(shell.ExitFailed, "%w; or give --identity-token FILE", err)
		}
		return token, nil
	}
	text, err := bounded.ReadRegular(f.token, sign.MaxRoot)
	if err != nil {
		return "", shell.Fail(shell.ExitFailed, "--identity-token: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// byKey signs with a key.
type byKey struct{ key *sign.PrivateKey }

func (k byKey) SignBytes(_ context.Context, b []byte) (*sign.Bundle, error) {
	return k.key.SignBytes(b)
}

func (k byKey) SignStatement(_ context.Context, predicateType string, predicate json.RawMessage, subjects ...sign.Subject) (*sign.Bundle, error) {
	return k.key.SignStatement(predicateType, predicate, subjects...)
}

func (k byKey) text() string { return k.key.Public.ID }

// byIdentity signs for an identity.
type byIdentity struct{ *keyless.Signer }

func (i byIdentity) text() string {
	who := i.Identity()
	return fmt.Sprintf("%s\n  subject %s\n  issuer  %s", who.ID, shell.Plain(who.Subject), shell.Plain(who.Issuer))
}

func readPrivate(path string) (*sign.PrivateKey, error) {
	text, err := bounded.ReadRegular(path, sign.MaxBundle)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "--key: %w", err)
	}
	key, err := sign.ParsePrivateKey(text, password())
	switch {
	case errors.Is(err, sign.ErrPassword):
		return nil, shell.Fail(shell.ExitFailed, "--key %s: %w; set %s", path, err, passwordVariables[0])
	case err != nil:
		return nil, shell.Fail(shell.ExitFailed, "--key %s: %w", path, err)
	}
	return key, nil
}
