// Package cachecmd holds the commands `cache …`: show, check, prune and transfer cached results.
package cachecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/cache"
)

// cacheFlags are the flags that every cache command has.
type cacheFlags struct {
	home     string
	wait     time.Duration
	maxBytes int64
	format   string
	repair   bool
}

// New makes the command `cache`.
func New() *cobra.Command {
	f := &cacheFlags{}
	c := &cobra.Command{
		Use:   "cache",
		Short: "Inspect, clean, check and transfer the cache of results",
		Long: "The cache keeps search results and plugin results under the digest of their inputs.\n" +
			"It can be deleted at any time; its entries are then computed again. Records of runs are kept separately.",
		Example: "  sparkhost cache stats\n  sparkhost cache gc --max-bytes 100000000\n  sparkhost cache export --out results.jsonl",
	}
	c.PersistentFlags().StringVar(&f.home, "cache", "", shell.HomeFlagText)
	c.PersistentFlags().DurationVar(&f.wait, "wait", 0, "how long to wait for another process to release the cache")
	c.AddCommand(newCacheStats(f), newCacheGC(f), newCacheVerify(f), newCacheExport(f), newCacheImport(f))
	return c
}

// dir returns the cache's own folder.
func (f *cacheFlags) dir() (string, error) {
	home, err := shell.CacheDir(f.home)
	return filepath.Join(home, shell.CacheFolder), err
}

// with opens the cache, calls fn and closes the cache again.
func (f *cacheFlags) with(c *cobra.Command, fn func(context.Context, *cache.Cache) error) (err error) {
	dir, err := f.dir()
	if err != nil {
		return err
	}
	store, err := cache.Open(c.Context(), cache.Options{
		Dir: dir, Wait: f.wait, MaxBytes: f.maxBytes, Command: c.CommandPath(),
		Notify: func(s string) { fmt.Fprintln(c.ErrOrStderr(), "sparkhost: "+s) },
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return fn(c.Context(), store)
}

// addFormat adds --format with text and json.
func (f *cacheFlags) addFormat(c *cobra.Command) *cobra.Command {
	c.Flags().StringVar(&f.format, "format", "text", "output format: text or json")
	return c
}

// write writes v as JSON, or calls text.
func (f *cacheFlags) write(w io.Writer, v any, text func(io.Writer) error) error {
	if f.format == "json" {
		return shell.WriteJSON(w, v)
	}
	return text(w)
}

// Check refuses an unknown format before anything is done.
func (f *cacheFlags) check(*cobra.Command, []string) error {
	if f.format != "text" && f.format != "json" {
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", f.format)
	}
	return nil
}

func newCacheStats(f *cacheFlags) *cobra.Command {
	return f.addFormat(&cobra.Command{
		Use:     "stats",
		Short:   "Show what the cache holds and how it was used",
		Example: "  sparkhost cache stats --format json",
		Args:    shell.None,
		PreRunE: f.check,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.with(c, func(_ context.Context, store *cache.Cache) error {
				s, err := store.Stats()
				if err != nil {
					return err
				}
				return f.write(c.OutOrStdout(), s, func(w io.Writer) error { return writeCacheStats(w, s) })
			})
		},
	})
}

func writeCacheStats(w io.Writer, s cache.Stats) error {
	limit := "no cap"
	if s.MaxBytes > 0 {
		limit = fmt.Sprintf("cap %s", megabytes(s.MaxBytes))
	}
	fmt.Fprintf(w, "%s: %d entries, %s (%s), %s on disk\n", s.Dir, s.Entries, megabytes(s.Bytes), limit, megabytes(s.DiskBytes))
	if len(s.Kinds) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "kind\tentries\tsize\thits\tmisses\texpired\tevicted\tdamaged\t")
	for _, k := range s.Kinds {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t\n",
			k.Kind, k.Entries, megabytes(k.Bytes), k.Hits, k.Misses, k.Expired, k.Evictions, k.Damaged)
	}
	return t.Flush()
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func newCacheGC(f *cacheFlags) *cobra.Command {
	c := f.addFormat(&cobra.Command{
		Use:     "gc",
		Short:   "Remove the oldest entries above the size limit and free their disk space",
		Example: "  sparkhost cache gc --max-bytes 100000000",
		Args:    shell.None,
		PreRunE: f.check,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.with(c, func(ctx context.Context, store *cache.Cache) error {
				r, err := store.GC(ctx)
				if err != nil {
					return err
				}
				return f.write(c.OutOrStdout(), r, func(w io.Writer) error {
					_, err := fmt.Fprintf(w, "%d expired and %d evicted, %d entries left; disk %s -> %s\n",
						r.Expired, r.Evicted, r.Entries, megabytes(r.DiskBefore), megabytes(r.DiskAfter))
					return err
				})
			})
		},
	})
	c.Flags().Int64Var(&f.maxBytes, "max-bytes", 0, "size limit in stored bytes (default: that of the cache, 1 GiB)")
	return c
}
