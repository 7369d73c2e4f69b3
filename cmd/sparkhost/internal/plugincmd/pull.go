package plugincmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// pullFlags are the flags of `plugin pull`.
type pullFlags struct {
	flags.ModuleFlags
	out, digest, format string
	force               bool
}

func newPluginPullCommand() *cobra.Command {
	var f pullFlags
	c := &cobra.Command{
		Use:   "pull REFERENCE",
		Short: "Download a plugin's module from an OCI registry or a URL",
		Long: "Downloads a module to a file, by default NAME.wasm in the current folder. An https:// URL\n" +
			"needs --digest. The module is not run.\n\n" +
			"Exit codes: 0 done, 1 the module cannot be read or written, 2 its digest differs from --digest.",
		Example: `  sparkhost plugin pull oci://registry.example/team/brevity:1.2.0
  sparkhost plugin pull https://example.org/brevity.wasm --digest 9b1c… -o plugins/brevity.wasm`,
		Args: shell.Needs("REFERENCE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.Register(c)
	c.Flags().StringVarP(&f.out, "out", "o", "", "`file` to write; - is standard output")
	c.Flags().StringVar(&f.digest, "digest", "", "sha256 that the module must have, in `hex`")
	c.Flags().StringVar(&f.format, "format", "text", "output `format`: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	c.Flags().BoolVar(&f.force, "force", false, "replace a file with different content")
	return c
}

func (f *pullFlags) run(c *cobra.Command, text string) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	if f.format == "json" && f.out == "-" {
		return shell.Fail(shell.ExitFailed, "standard output can hold the module (-o -) or the report (--format json), not both")
	}
	f.digest = strings.TrimPrefix(f.digest, "sha256:")
	if f.digest != "" && !hexDigest.MatchString(f.digest) {
		return shell.Fail(shell.ExitFailed, "--digest must be a sha256, 64 hex digits in lower case, not %q", f.digest)
	}
	o, err := f.Options()
	if err != nil {
		return err
	}
	o.Digest = f.digest
	m, err := fetch.Open(c.Context(), text, o)
	if err != nil {
		return flags.Blame(c.Context(), pullable(err))
	}
	if f.out == "-" {
		_, err := c.OutOrStdout().Write(m.Wasm)
		return err
	}
	name := f.out
	if name == "" {
		name = fileName(m)
	}
	if err := f.write(name, m.Wasm); err != nil {
		return err
	}
	if f.format == "json" {
		return shell.WriteLine(c.OutOrStdout(), pulled{1, name, m.Resolved, m.Digest, len(m.Wasm)})
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n  from    %s\n  sha256  %s\n", name, m.Resolved, m.Digest)
	return err
}

// pullable gives a file that is not there the next step of who wants to pull.
func pullable(err error) error {
	var no *fetch.Error
	if errors.As(err, &no) && errors.Is(err, fs.ErrNotExist) {
		no.Next = "a reference must be oci://REGISTRY/REPOSITORY:TAG or https://ADDRESS"
	}
	return err
}

// pulled reports the outcome of `plugin pull`.
type pulled struct {
	FormatVersion int    `json:"format_version"`
	File          string `json:"file"`
	From          string `json:"from"` // with the digest, where a registry gave it
	SHA256        string `json:"sha256"`
	Bytes         int    `json:"bytes"`
}

// fileName names the file of a pulled module: by its plugin's name, else by the end of its
// address. Neither may name another folder, since a stranger wrote it.
func fileName(m *fetch.Module) string {
	last := ""
	switch m.Reference.Scheme {
	case fetch.SchemeOCI:
		last = path.Base(m.Reference.Remote.Repository)
	case fetch.SchemeHTTPS:
		last = path.Base(m.Reference.URL.Path)
	default:
		last = m.Reference.Name
	}
	if name := m.Annotations[fetch.AnnotationName]; pluginName(name) {
		last = name
	}
	if last = strings.TrimSuffix(last, ".wasm"); last == "" || last == "." || last == "/" {
		last = "plugin"
	}
	return last + ".wasm"
}

// pluginName says whether s is a plugin's name: lower_snake_case.
func pluginName(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// write writes the file, all of it or nothing, unless it has other content.
func (f *pullFlags) write(name string, wasm []byte) error {
	old, err := bounded.ReadRegular(name, int64(len(wasm)))
	other := errors.Is(err, bounded.ErrTooLarge) || err == nil && !bytes.Equal(old, wasm)
	if other && !f.force {
		return shell.Fail(shell.ExitFailed, "%s exists and has different content; name another file with -o, or replace it with --force", name)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // such as a device, which is not replaced
		return os.WriteFile(name, wasm, 0o644)
	}
	return shell.ReplacePublic(name, func(w io.Writer) error {
		_, err := w.Write(wasm)
		return err
	})
}
