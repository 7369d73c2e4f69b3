package plugincmd

import (
	"context"
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
)

// signFlags are the flags of `plugin sign`.
type signFlags struct {
	flags.ModuleFlags
	signerFlags
	attest bool
	seed   uint64
}

func newPluginSignCommand() *cobra.Command {
	var f signFlags
	c := &cobra.Command{
		Use:   "sign FILE|oci://REGISTRY/REPOSITORY:TAG",
		Short: "Sign a plugin with a key or an identity",
		Long: "sign writes a Sigstore bundle: FILE" + fetch.SignatureSuffix + " beside a file, a referrer of the manifest in a registry. cosign\n" +
			"verifies both. The key is ECDSA P-256 or Ed25519 in PEM; the password of an encrypted one comes from\n" +
			"$SPARKHOST_KEY_PASSWORD or $COSIGN_PASSWORD.\n\n" +
			"With --keyless, a Sigstore instance certifies a key of the moment for whom an identity token names, and logs the\n" +
			"signature; it needs a program built with `go build -tags keyless`. What is logged by the public instance is public.\n\n" +
			"With --attest it also measures and signs the plugin's behaviour: its columns, outputs, fuel and conformance.\n\n" +
			"Exit codes: 0 done, 1 key, identity, module or registry failed, 2 the host refuses the module, 4 under --attest: a\n" +
			"conformance check failed.",
		Example: "  sparkhost plugin sign brevity.wasm --key team.key\n" +
			"  sparkhost plugin sign oci://registry.example/team/brevity:1.2.0 --key team.key --attest\n" +
			"  sparkhost plugin sign oci://registry.example/team/brevity:1.2.0 --keyless --trusted-root trusted_root.json",
		Args: shell.Needs("FILE|oci://REGISTRY/REPOSITORY:TAG"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.Register(c)
	f.register(c)
	c.Flags().BoolVar(&f.attest, "attest", false, "also sign the measured behaviour")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the requests that --attest makes up")
	return c
}

func (f *signFlags) run(c *cobra.Command, text string) error {
	by, err := f.signerFlags.open(c.Context())
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
	places, err := f.place(c.Context(), m, by, measured, o)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n  sha256  %s\n  signer  %s\n", strings.Join(places, "\n"), m.Digest, by.text())
	return err
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
func (f *signFlags) place(ctx context.Context, m *fetch.Module, by signer, measured *behaviour.Behaviour, o fetch.Options) ([]string, error) {
	switch m.Reference.Scheme {
	case fetch.SchemeOCI:
		r := m.Reference.Remote
		digest, err := fetch.Sign(ctx, m.Reference.Text, func(manifest, module string) ([]*sign.Bundle, error) {
			return bundles(ctx, by, measured, sign.SubjectOf(r.Registry+"/"+r.Repository, manifest), sign.SubjectOf(path.Base(r.Repository)+".wasm", module))
		}, o)
		return []string{fmt.Sprintf("oci://%s/%s@%s", r.Registry, r.Repository, digest)}, err
	case fetch.SchemePath:
		return beside(ctx, m, by, measured)
	}
	return nil, shell.Fail(shell.ExitFailed, "%s cannot be signed there; sign the file, and publish FILE%s beside it", m.Reference.Text, fetch.SignatureSuffix)
}

// bundles returns those of a registry: a statement about manifest and module, so that either finds it.
func bundles(ctx context.Context, by signer, measured *behaviour.Behaviour, subjects ...sign.Subject) ([]*sign.Bundle, error) {
	b, err := by.SignStatement(ctx, sign.PredicateSignature, nil, subjects...)
	if err != nil || measured == nil {
		return []*sign.Bundle{b}, err
	}
	a, err := attestation(ctx, by, measured, subjects...)
	return []*sign.Bundle{b, a}, err
}

func attestation(ctx context.Context, by signer, measured *behaviour.Behaviour, subjects ...sign.Subject) (*sign.Bundle, error) {
	text, err := measured.JSON()
	if err != nil {
		return nil, err
	}
	return by.SignStatement(ctx, behaviour.PredicateType, text, subjects...)
}

// beside writes the bundles of a file.
func beside(ctx context.Context, m *fetch.Module, by signer, measured *behaviour.Behaviour) ([]string, error) {
	b, err := by.SignBytes(ctx, m.Wasm)
	if err != nil {
		return nil, err
	}
	places := []string{m.Resolved + fetch.SignatureSuffix}
	if err := writeBundle(places[0], b); err != nil || measured == nil {
		return places, err
	}
	if b, err = attestation(ctx, by, measured, sign.SubjectOf(filepath.Base(m.Resolved), m.Digest)); err != nil {
		return places, err
	}
	places = append(places, m.Resolved+fetch.BehaviourSuffix)
	return places, writeBundle(places[1], b)
}
