package plugincmd

import (
	"fmt"
	"strconv"
	"time"

	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

// pushFlags are the flags of `plugin push`.
type pushFlags struct {
	flags.ModuleFlags
	force   bool
	created string
}

func newPluginPushCommand() *cobra.Command {
	var f pushFlags
	c := &cobra.Command{
		Use:   "push FILE oci://REGISTRY/REPOSITORY:TAG",
		Short: "Upload a plugin to an OCI registry",
		Long: "Loads the module as a run would, and uploads it to the registry as a WebAssembly artifact with its name,\n" +
			"version, contract, kind and ABI as annotations. Equal modules make equal manifests, byte for byte.\n" +
			"It uses the credentials of `docker login`. Plain HTTP works with this machine only.\n\n" +
			"Exit codes: 0 done or already there, 1 the upload failed, 2 the host refuses the module.",
		Example: `  sparkhost plugin push brevity.wasm oci://registry.example/team/brevity:1.2.0`,
		Args:    shell.Needs("FILE", "oci://REGISTRY/REPOSITORY:TAG"),
		RunE:    func(c *cobra.Command, args []string) error { return f.run(c, args[0], args[1]) },
	}
	f.Register(c)
	c.Flags().BoolVar(&f.force, "force", false, "replace the module that the tag names")
	c.Flags().StringVar(&f.created, "created", "", "`time` of creation to write, RFC 3339 (default: none, for equal bytes)")
	return c
}

func (f *pushFlags) run(c *cobra.Command, file, target string) error {
	if _, err := time.Parse(time.RFC3339, f.created); f.created != "" && err != nil {
		return shell.Fail(shell.ExitFailed, "--created must be a time such as 2026-01-31T12:00:00Z, not %q", f.created)
	}
	if f.Offline {
		return shell.Fail(shell.ExitFailed, "push needs the network: omit --offline")
	}
	o, err := f.Options()
	if err != nil {
		return err
	}
	m, err := fetch.Open(c.Context(), file, o)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	who, err := f.Introduce(c.Context(), file, m.Wasm)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	pushed, err := fetch.Push(c.Context(), target, fetch.Artifact{Wasm: m.Wasm, Annotations: annotations(who), Created: f.created, Replace: f.force}, o)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n  manifest  %s\n  sha256    %s\n", target, pushed, m.Digest)
	fmt.Fprintf(c.ErrOrStderr(), "sparkhost: use it in a policy with plugin %q { source = %q }, then run `sparkhost lock`\n", who.Name, target)
	return nil
}

// annotations describe a plugin to people who look at the registry.
func annotations(who flags.Introduction) map[string]string {
	a := map[string]string{
		ocispec.AnnotationTitle: who.Name + ".wasm", ocispec.AnnotationVersion: who.Version,
		fetch.AnnotationName: who.Name, fetch.AnnotationKind: who.Kind.String(), fetch.AnnotationABI: who.Abi,
		fetch.AnnotationContract: strconv.Itoa(int(who.Contract)),
	}
	if who.Summary != "" {
		a[ocispec.AnnotationDescription] = who.Summary
	}
	return a
}
