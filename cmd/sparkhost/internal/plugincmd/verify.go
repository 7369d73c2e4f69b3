package plugincmd

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/lock"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// verifyFlags are the flags of `plugin verify`.
type verifyFlags struct {
	flags.ModuleFlags
	digest, file, name string
	keys               []string
	identity           string // whose certificates are accepted
	issuer, root       string // of the identity
	behaviour          bool
}

func newPluginVerifyCommand() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify FILE|REFERENCE",
		Short: "Check a module against its pin and load it",
		Long: "Reads a module from a file, a folder, https:// or oci://, compares its sha256 with --digest or with the\n" +
			"lock, and loads it: imports, ABI, contract, manifest. A tag is resolved again each time.\n\n" +
			"With --key, --identity, $SPARKHOST_TRUST or a signer in the lock it also verifies the signature, offline apart from reading\n" +
			"it; with --behaviour it measures the plugin again and compares it with the signed attestation.\n\n" +
			"Exit codes: 0 verified, 1 the module cannot be read or checked, 2 it differs from its pin, its signature is wrong\n" +
			"(codes T101 to T110, docs/signing.md) or the host refuses it.",
		Example: `  sparkhost plugin verify brevity.wasm --digest 9b1c…
  sparkhost plugin verify oci://registry.example/team/brevity:1.2.0   # against the lock
  sparkhost plugin verify brevity.wasm --key team.pub --behaviour
  sparkhost plugin verify oci://registry.example/team/brevity:1.2.0 --trusted-root trusted_root.json \
    --issuer https://token.actions.githubusercontent.com \
    --identity 'https://github.com/team/brevity/.github/workflows/release.yml@refs/tags/*'`,
		Args: shell.Needs("FILE|REFERENCE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.digest, "digest", "", "sha256 that the module must have, in `hex`")
	c.Flags().StringVar(&f.file, "lock", "", "the lock `file` (default: found from the current folder upwards)")
	c.Flags().StringVar(&f.name, "name", "", "the plugin's `name` in the lock (default: by its source, then by its own name)")
	c.Flags().StringArrayVar(&f.keys, "key", nil, "`file` of a public key; one of them must have signed the module; repeatable")
	c.Flags().StringVar(&f.identity, "identity", "", "`subject` of a certificate that may have signed the module; a * at its end stands for any rest")
	c.Flags().StringVar(&f.issuer, "issuer", "", "`URL` of the issuer of the identity's tokens")
	c.Flags().StringVar(&f.root, "trusted-root", "", "`file` of the trusted root under which the identity's certificate must be, trusted_root.json")
	c.MarkFlagsRequiredTogether("identity", "issuer", "trusted-root")
	c.Flags().BoolVar(&f.behaviour, "behaviour", false, "measure the plugin and compare it with its signed attestation")
	return c
}

// hexDigest matches a sha256 in hexadecimal.
var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (f *verifyFlags) run(c *cobra.Command, text string) error {
	f.digest = strings.TrimPrefix(f.digest, "sha256:")
	if f.digest != "" && !hexDigest.MatchString(f.digest) {
		return shell.Fail(shell.ExitFailed, "--digest must be a sha256, 64 hex digits in lower case, not %q", f.digest)
	}
	locked, err := f.locked(c.ErrOrStderr())
	if err != nil {
		return err
	}
	m, err := f.open(c, text, locked)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	// Before anything parses the module: one that was tampered with may not load, and its signature says why.
	if _, err := f.signer(c.Context(), m, ""); err != nil {
		return err
	}
	who, err := f.Introduce(c.Context(), f.called(m), m.Wasm)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	e, ok := f.entry(locked, text, who.Name)
	pin, err := f.compare(m, who, e, ok)
	if err != nil {
		return err
	}
	signer, err := f.signer(c.Context(), m, e.Signer)
	if err == nil && f.behaviour {
		err = f.attested(c.Context(), m)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n  plugin    %s %s\n  sha256    %s, %s\n  module    %d bytes, imports only host functions\n  abi       %s\n  contract  %d, %s\n  signer    %s\n",
		m.Resolved, who.Name, shell.Plain(who.Version), m.Digest, pin, len(m.Wasm), who.Abi, who.Contract, who.Kind, f.signedText(signer))
	return err
}

// called names a module until it has said its own name.
func (f *verifyFlags) called(m *fetch.Module) string {
	return cmp.Or(f.name, strings.TrimSuffix(filepath.Base(m.Resolved), ".wasm"))
}

// Open reads the module as it is now; only an address, whose server is not believed, is asked
// with the digest at once.
func (f *verifyFlags) open(c *cobra.Command, text string, locked *lock.File) (*fetch.Module, error) {
	o, err := f.Options()
	if err != nil {
		return nil, err
	}
	ref, err := fetch.Parse(text)
	if err != nil {
		return nil, err
	}
	o.Name = f.name
	if o.Name == "" {
		o.Name = ref.Name
	}
	if ref.Scheme == fetch.SchemeHTTPS || f.Offline {
		o.Digest = f.digest
		if e, ok := f.entry(locked, text, f.name); ok && o.Digest == "" {
			o.Digest = e.SHA256
		}
	}
	return fetch.Open(c.Context(), text, o)
}

// locked reads the lock, nil where there is none and none was named.
func (f *verifyFlags) locked(stderr io.Writer) (*lock.File, error) {
	path := f.file
	if path == "" {
		found := false
		if path, found = lock.Find("."); !found {
			return nil, nil
		}
	}
	file, diags, err := lock.Read(path)
	if err != nil {
		return nil, shell.Exit(shell.ExitPolicy, err)
	}
	if diags.HasErrors() {
		return nil, f.Broken(stderr, file, diags)
	}
	return file, nil
}

// entry finds what the lock says of a module: by --name, by its source, by its own name.
func (f *verifyFlags) entry(locked *lock.File, text, own string) (lock.Entry, bool) {
	if f.name != "" {
		return locked.Entry(f.name)
	}
	if locked != nil {
		for _, name := range locked.Names() {
			if e, _ := locked.Entry(name); e.Source == text {
				return e, true
			}
		}
	}
	return locked.Entry(own)
}

// compare holds a module against its pins and says who pinned it.
func (f *verifyFlags) compare(m *fetch.Module, who flags.Introduction, e lock.Entry, locked bool) (string, error) {
	text := m.Reference.Text
	switch {
	case f.digest != "" && f.digest != m.Digest:
		return "", shell.Fail(shell.ExitPolicy, "%s has the sha256 %s, but --digest requires %s: do not use it", text, m.Digest, f.digest)
	case f.name != "" && !locked:
		return "", shell.Fail(shell.ExitPolicy, "the lock has no plugin %q", f.name)
	case locked && e.SHA256 != m.Digest:
		return "", shell.Fail(shell.ExitPolicy, "%s has the sha256 %s, but %s pins %s %s with %s; to accept the new one: sparkhost lock --update %s",
			text, m.Digest, e.At, e.Name, shell.Plain(e.Version), e.SHA256, e.Name)
	case locked && (e.Version != who.Version || e.Contract != who.Contract || e.Kind != who.Kind.String()):
		return "", shell.Fail(shell.ExitPolicy, "%s is version %s, contract %d, %s, but %s says version %s, contract %d, %s; rewrite the lock: sparkhost lock",
			text, shell.Plain(who.Version), who.Contract, who.Kind, e.At, shell.Plain(e.Version), e.Contract, e.Kind)
	case f.digest != "" && locked:
		return fmt.Sprintf("as --digest and %s pin it", e.At), nil
	case f.digest != "":
		return "as --digest pins it", nil
	case locked:
		return fmt.Sprintf("as %s pins it", e.At), nil
	case len(f.keys) > 0 || f.identity != "":
		return "pinned by its signature", nil
	}
	return "", shell.Fail(shell.ExitPolicy, "nothing pins %s, which has the sha256 %s; give --digest, or name it in a policy and run `sparkhost lock`", text, m.Digest)
}
