package plugincmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/plugin/index"
	"github.com/sparkhost/sparkhost/host/trust"
)

// indexVariable names the environment variable of the indexes that are searched, separated by blanks.
const indexVariable = "SPARKHOST_INDEX"

// indexFlags are the flags of the commands that read indexes.
type indexFlags struct {
	flags.ModuleFlags
	indexes, keys []string
}

func (f *indexFlags) register(c *cobra.Command) {
	f.Register(c)
	c.Flags().StringArrayVar(&f.indexes, "index", nil, "`index`: oci://REGISTRY/REPOSITORY:TAG or a file; repeatable (default $"+indexVariable+", separated by blanks)")
	c.Flags().StringArrayVar(&f.keys, "key", nil, "`file` of a public key; one of them must have signed each index; repeatable")
}

// named lists the indexes of the flags, else those of the environment.
func (f *indexFlags) named() ([]string, error) {
	if len(f.indexes) == 0 {
		f.indexes = strings.Fields(os.Getenv(indexVariable))
	}
	if len(f.indexes) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "no index is named; give --index or set %s", indexVariable)
	}
	return f.indexes, nil
}

// open reads an index: signed by one of the keys, if there are some, and not older than one that was seen before.
func (f *indexFlags) open(ctx context.Context, ref string) (*index.Index, *fetch.Document, error) {
	given, err := trust.Keys("--key", f.keys)
	if err != nil {
		return nil, nil, shell.Exit(shell.ExitPolicy, err)
	}
	home, err := shell.CacheDir(f.Home)
	if err != nil {
		return nil, nil, err
	}
	o, err := f.Options()
	if err != nil {
		return nil, nil, err
	}
	x, d, err := index.Open(ctx, ref, given.Signers(), &index.Serials{Dir: filepath.Join(home, "indexes")}, o)
	return x, d, blameIndex(ctx, err)
}

// blameIndex gives an error of an index its exit code: 2 where it is not to be believed.
func blameIndex(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	for _, kind := range []error{index.ErrForm, index.ErrRolledBack, index.ErrReplaced} {
		if errors.Is(err, kind) {
			return shell.Exit(shell.ExitPolicy, err)
		}
	}
	if signed := trust.Refusal("", err); errors.Is(signed, trust.ErrRefused) {
		return shell.Exit(shell.ExitPolicy, signed)
	}
	return flags.Blame(ctx, err)
}
