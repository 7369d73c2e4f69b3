package plugincmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/sign"
)

// passwordVariables name the environment variables of a private key's password, ours before cosign's.
var passwordVariables = []string{"SPARKHOST_KEY_PASSWORD", "COSIGN_PASSWORD"}

func password() []byte {
	for _, name := range passwordVariables {
		if p, ok := os.LookupEnv(name); ok {
			return []byte(p)
		}
	}
	return nil
}

func newPluginKeygenCommand() *cobra.Command {
	var out, kind string
	c := &cobra.Command{
		Use:   "keygen",
		Short: "Make a pair of keys to sign plugins with",
		Long: "keygen writes NAME.key, the private key, and NAME.pub, the public key that others name in the trust block of\n" +
			"their policies. With $SPARKHOST_KEY_PASSWORD or $COSIGN_PASSWORD the private key is encrypted in cosign's format.\n\n" +
			"Exit codes: 0 done, 1 a file exists or cannot be written.",
		Example: "  SPARKHOST_KEY_PASSWORD=… sparkhost plugin keygen --out team\n" +
			"  sparkhost plugin keygen --out team --type ed25519",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return keygen(c, out, kind) },
	}
	c.Flags().StringVar(&out, "out", "plugin", "`NAME` of the files NAME.key and NAME.pub")
	c.Flags().StringVar(&kind, "type", sign.KindECDSA, "kind of key: "+sign.KindECDSA+" or "+sign.KindEd25519)
	shell.CompleteWords(c, "type", sign.KindECDSA, sign.KindEd25519)
	return c
}

func keygen(c *cobra.Command, out, kind string) error {
	if name := filepath.Base(out); out == "" || strings.HasSuffix(out, "/") || name == "." || name == ".." {
		return shell.Fail(shell.ExitFailed, "--out %q: give the name of the files, such as team", out)
	}
	key, err := sign.Generate(kind)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--type: %w", err)
	}
	secret, err := key.PEM(password())
	if err != nil {
		return err
	}
	if err := create(out+".key", 0o600, secret); err != nil {
		return err
	}
	if err := create(out+".pub", 0o644, key.Public.PEM()); err != nil {
		return err
	}
	if len(password()) == 0 {
		fmt.Fprintf(c.ErrOrStderr(), "sparkhost: %s.key is not encrypted; set %s to encrypt it\n", out, passwordVariables[0])
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s.key\n%s.pub\n  signer  %s\n", out, out, key.Public.ID)
	return err
}

// create writes a file that must not exist.
func create(path string, mode os.FileMode, content []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "%w; name another with --out", err)
	}
	_, err = f.Write(content)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// writeBundle writes a bundle beside a module.
func writeBundle(path string, b *sign.Bundle) error {
	text, err := b.JSON()
	if err != nil {
		return err
	}
	return shell.ReplacePublic(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
