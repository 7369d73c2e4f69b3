package plugincmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/plugin/index"
	"github.com/sparkhost/sparkhost/host/sign"
)

// publishFlags are the flags of `plugin publish`.
type publishFlags struct {
	indexFlags
	index, sign string
}

func newPluginPublishCommand() *cobra.Command {
	var f publishFlags
	c := &cobra.Command{
		Use:   "publish REFERENCE --index INDEX",
		Short: "List a plugin in an index",
		Long: "publish adds a plugin that was pushed before to an index, or replaces the entry of the same source, and raises\n" +
			"the index's serial. The index is a document in a registry or a file, and is made where there is none. An\n" +
			"attestation of the plugin's behaviour (`plugin sign --attest`) is listed with it. Two publishers at the same\n" +
			"time can lose one entry: publish from one place, such as a CI job.\n\n" +
			"Exit codes: 0 done, 1 index or plugin cannot be read or written, 2 the index was rolled back, or the host\n" +
			"refuses the plugin.",
		Example: "  sparkhost plugin publish oci://registry.example/team/brevity:1.2.0 \\\n" +
			"    --index oci://registry.example/team/index:latest --sign team.key",
		Args: shell.Needs("REFERENCE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	f.Register(c)
	c.Flags().StringVar(&f.index, "index", "", "`index`: oci://REGISTRY/REPOSITORY:TAG or a file")
	c.Flags().StringVar(&f.sign, "sign", "", "`file` of the private key that signs the index")
	_ = c.MarkFlagRequired("index")
	return c
}

func (f *publishFlags) run(c *cobra.Command, text string) error {
	var key *sign.PrivateKey
	if f.sign != "" {
		var err error
		if key, err = readPrivate(f.sign); err != nil {
			return err
		}
	}
	x, was, err := f.open(c.Context(), f.index)
	if errors.Is(err, fetch.ErrNoDocument) {
		x, err = &index.Index{FormatVersion: index.FormatVersion}, nil
	}
	if err != nil {
		return err
	}
	e, err := f.entry(c.Context(), text)
	if err != nil {
		return flags.Blame(c.Context(), err)
	}
	changed := x.Put(e)
	if changed && was != nil && was.Bundle != nil && key == nil {
		return shell.Fail(shell.ExitFailed, "%s is signed, and would not be after this: give the key with --sign", f.index)
	}
	if changed {
		err = f.put(c.Context(), x, key)
	}
	if err == nil {
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s\n  plugin  %s %s, %s\n  serial  %d, %d plugins\n",
			f.index, e.Name, shell.Plain(e.Version), yesNo(changed, "listed", "listed already"), x.Serial, len(x.Plugins))
	}
	return err
}

// put writes the index and remembers it as seen.
func (f *publishFlags) put(ctx context.Context, x *index.Index, key *sign.PrivateKey) error {
	d, err := x.Document(key)
	if err != nil {
		return err
	}
	o, err := f.Options()
	if err == nil {
		err = fetch.PutDocument(ctx, f.index, index.MediaType, d, o)
	}
	if err == nil {
		_, _, err = f.open(ctx, f.index)
	}
	return blameIndex(ctx, err)
}

// entry describes a plugin by its manifest and its attestation.
func (f *publishFlags) entry(ctx context.Context, text string) (index.Entry, error) {
	o, err := f.Options()
	if err != nil {
		return index.Entry{}, err
	}
	m, err := fetch.Open(ctx, text, o)
	if err != nil {
		return index.Entry{}, err
	}
	who, err := f.Introduce(ctx, "plugin", m.Wasm)
	if err != nil {
		return index.Entry{}, err
	}
	e := index.Entry{Name: who.Name, Version: who.Version, Kind: who.Kind.String(), Contract: who.Contract, Summary: who.Summary, Source: text, SHA256: m.Digest}
	e.Columns, e.Outputs = behaviour.Declared(who.Manifest)
	found, err := m.Evidence(ctx, o, true)
	if err != nil {
		return e, err
	}
	for _, text := range found.Bundles {
		b, err := sign.ParseBundle(text)
		if err != nil {
			continue
		}
		if s, err := b.Statement(); err == nil && s != nil && s.PredicateType == behaviour.PredicateType {
			e.Attestation = json.RawMessage(text)
		}
	}
	return e, nil
}
