package cachecmd

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/cache"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

func newCacheExport(f *cacheFlags) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:     "export",
		Short:   "Write all entries as JSON lines",
		Example: "  sparkhost cache export --out results.jsonl",
		Args:    shell.None,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.with(c, func(ctx context.Context, store *cache.Cache) error {
				return exportCache(ctx, c, store, out)
			})
		},
	}
	c.Flags().StringVar(&out, "out", "", "`file` to write (default stdout)")
	return c
}

func exportCache(ctx context.Context, c *cobra.Command, store *cache.Cache, out string) error {
	var n int64
	write := func(w io.Writer) (err error) {
		n, err = store.Export(ctx, w)
		return err
	}
	if out == "" {
		return write(c.OutOrStdout())
	}
	if err := atomicfile.Write(out, 0o600, write); err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "%d entries written to %s\n", n, out)
	return nil
}

func newCacheImport(f *cacheFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Add the entries of an export; - reads standard input",
		Long: "Adds the entries that `cache export` wrote, after checking the sha256 of each. Import only files\n" +
			"that you trust: the checksum detects damage, but does not prove that a value is correct.",
		Example: "  sparkhost cache import results.jsonl",
		Args:    shell.Needs("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			in, err := openInput(c, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			return f.with(c, func(ctx context.Context, store *cache.Cache) error {
				r, err := store.Import(ctx, in)
				fmt.Fprintf(c.ErrOrStderr(), "%d entries added, %d already there\n", r.Added, r.Kept)
				return err
			})
		},
	}
}

func openInput(c *cobra.Command, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(c.InOrStdin()), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, shell.Unopened("", path, err)
	}
	return f, nil
}
