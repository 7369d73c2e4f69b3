package plugincmd

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/sign"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// signFlags are the flags of `plugin sign`.
type signFlags struct {
	flags.ModuleFlags
	key    string
	attest bool
	seed   uint64
}

func newPluginSignCommand() *cobra.Command {
	var f signFlags
	c := &cobra.Command{
		Use:   "sign FILE|oci://REGISTRY/REPOSITORY:TAG",
		Short: "Sign a plugin with a key",
		Long: "sign writes a Sigstore bundle: FILE" + fetch.SignatureSuffix + " beside a file, a referrer of the manifest in a registry. cosign\n" +
			"verifies both. The key is ECDSA P-256 or Ed25519 in PEM; the password of an encrypted one comes from\n" +
			"$SPARKHOST_KEY_PASSWORD or $COSIGN_PASSWORD.\n\n" +
			"With --attest it also measures and signs the plugin's behaviour: its columns, outputs, fuel and conformance.\n\n" +
			"Exit codes: 0 done, 1 key, module or registry failed, 2 the host refuses the module, 4 under --attest: a\n" +
			"conformance check failed.",
		Example: "  sparkhost plugin sign brevity.wasm --key team.key\n" +
			"  sparkhost plugin sign oci://registry.example/team/brevity:1.2.0 --key team.key --attest",
		Args: shell.Needs("FILE|oci://REGISTRY/REPOSITORY:TAG"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.key, "key", "", "`file` of the private key")
	c.Flags().BoolVar(&f.attest, "attest", false, "also sign the measured behaviour")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the requests that --attest makes up")
	_ = c.MarkFlagRequired("key")
	return c
}

func (f *signFlags) run(c *cobra.Command, text string) error {
	key, err := readPrivate(f.key)
	if err != nil {
		return err
	}
	o, err := f.Options()
	if err != nil {
		return err
	}
	m, err := fetch.Open(c.Context(), text, o)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	if _, err := f.Introduce(c.Context(), "plugin", m.Wasm); err != nil {
		return flags.Blame(c.Context(), err)
	}
	var measured *behaviour.Behaviour
	if f.attest {
		if measured, err = f.measure(c.Context(), m); err != nil {
			return err
		}
	}
	places, err := f.place(c.Context(), m, key, measured, o)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n  sha256  %s\n  signer  %s\n", strings.Join(places, "\n"), m.Digest, key.Public.ID)
	return err
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

// measure measures a module's behaviour, which must conform.
func (f *signFlags) measure(ctx context.Context, m *fetch.Module) (*behaviour.Behaviour, error) {
	b, err := measureModule(ctx, &f.ModuleFlags, m, f.seed)
	if err != nil {
		return nil, flags.Blame(ctx, err)
	}
	if failed := b.Failed(); len(failed) > 0 {
		return nil, shell.Fail(shell.ExitRefused, "%s fails the conformance checks %s; nothing was signed", b.Plugin, strings.Join(failed, ", "))
	}
	return b, nil
}

func measureModule(ctx context.Context, f *flags.ModuleFlags, m *fetch.Module, seed uint64) (*behaviour.Behaviour, error) {
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return nil, err
	}
	return behaviour.Measure(ctx, "plugin", m.Wasm, seed, filepath.Join(home, "wasm"))
}

// place signs and puts the bundles where they belong, and says where.
func (f *signFlags) place(ctx context.Context, m *fetch.Module, key *sign.PrivateKey, measured *behaviour.Behaviour, o fetch.Options) ([]string, error) {
	switch m.Reference.Scheme {
	case fetch.SchemeOCI:
		r := m.Reference.Remote
		digest, err := fetch.Sign(ctx, m.Reference.Text, func(manifest, module string) ([]*sign.Bundle, error) {
			return bundles(key, measured, sign.SubjectOf(r.Registry+"/"+r.Repository, manifest), sign.SubjectOf(path.Base(r.Repository)+".wasm", module))
		}, o)
		return []string{fmt.Sprintf("oci://%s/%s@%s", r.Registry, r.Repository, digest)}, err
	case fetch.SchemePath:
		return beside(m, key, measured)
	}
	return nil, shell.Fail(shell.ExitFailed, "%s cannot be signed there; sign the file, and publish FILE%s beside it", m.Reference.Text, fetch.SignatureSuffix)
}

// bundles are those of a registry: a statement about manifest and module, so that either finds it.
func bundles(key *sign.PrivateKey, measured *behaviour.Behaviour, subjects ...sign.Subject) ([]*sign.Bundle, error) {
	b, err := key.SignStatement(sign.PredicateSignature, nil, subjects...)
	if err != nil || measured == nil {
		return []*sign.Bundle{b}, err
	}
	a, err := attestation(key, measured, subjects...)
	return []*sign.Bundle{b, a}, err
}

func attestation(key *sign.PrivateKey, measured *behaviour.Behaviour, subjects ...sign.Subject) (*sign.Bundle, error) {
	text, err := measured.JSON()
	if err != nil {
		return nil, err
	}
	return key.SignStatement(behaviour.PredicateType, text, subjects...)
}

// beside writes the bundles of a file.
func beside(m *fetch.Module, key *sign.PrivateKey, measured *behaviour.Behaviour) ([]string, error) {
	b, err := key.SignBytes(m.Wasm)
	if err != nil {
		return nil, err
	}
	places := []string{m.Resolved + fetch.SignatureSuffix}
	if err := writeBundle(places[0], b); err != nil || measured == nil {
		return places, err
	}
	if b, err = attestation(key, measured, sign.SubjectOf(filepath.Base(m.Resolved), m.Digest)); err != nil {
		return places, err
	}
	places = append(places, m.Resolved+fetch.BehaviourSuffix)
	return places, writeBundle(places[1], b)
}
