package cachecmd

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/cache"
)

func newCacheVerify(f *cacheFlags) *cobra.Command {
	c := f.addFormat(&cobra.Command{
		Use:   "verify",
		Short: "Compare every entry with its checksum; remove and report damaged ones",
		Long: "Compares every entry with its checksum and removes damaged entries; runs treat those as missing.\n" +
			"If there are any, or if the cache cannot be read at all, the exit code is 4.\n\n" +
			"With --repair, a cache that cannot be read is renamed to <folder>.damaged-1 (or -2, and so on)\n" +
			"and replaced by an empty one; then the exit code is 0. Nothing is lost but time: the entries\n" +
			"are computed again.",
		Example: "  sparkhost cache verify\n  sparkhost cache verify --repair",
		Args:    shell.None,
		PreRunE: f.check,
		RunE: func(c *cobra.Command, _ []string) error {
			err := f.with(c, func(ctx context.Context, store *cache.Cache) error { return f.verify(ctx, c, store) })
			if errors.Is(err, cache.ErrCorrupt) {
				return f.damaged(c, err)
			}
			return err
		},
	})
	c.Flags().BoolVar(&f.repair, "repair", false, "rename a cache that cannot be read and start with an empty one")
	return c
}

// verify checks the entries of a cache that opens.
func (f *cacheFlags) verify(ctx context.Context, c *cobra.Command, store *cache.Cache) error {
	r, err := store.Verify(ctx)
	if err != nil {
		return err
	}
	err = f.write(c.OutOrStdout(), r, func(w io.Writer) error {
		for _, d := range r.Damaged {
			fmt.Fprintf(w, "%s %s: %s\n", d.Kind, d.Key, d.Problem)
		}
		_, err := fmt.Fprintf(w, "%d entries, %s, %d damaged\n", r.Entries, megabytes(r.Bytes), len(r.Damaged))
		return err
	})
	if err == nil && len(r.Damaged) > 0 && !f.repair {
		return shell.Fail(shell.ExitRefused, "%d damaged entries were removed from the cache", len(r.Damaged))
	}
	return err
}

// damaged says what is wrong with a cache that cannot be read, or moves it aside.
func (f *cacheFlags) damaged(c *cobra.Command, problem error) error {
	if !f.repair {
		return shell.Exit(shell.ExitRefused, problem)
	}
	dir, err := f.dir()
	if err != nil {
		return err
	}
	to, err := cache.SetAside(dir)
	if err != nil {
		return errors.Join(problem, err)
	}
	fmt.Fprintf(c.ErrOrStderr(), "sparkhost: %s was damaged: renamed to %s and replaced by an empty cache\n", dir, to)
	return f.with(c, func(ctx context.Context, store *cache.Cache) error { return f.verify(ctx, c, store) })
}
