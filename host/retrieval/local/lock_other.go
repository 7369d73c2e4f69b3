//go:build !unix

package local

import (
	"context"
	"errors"
)

// lock does nothing here: two processes may build the same index, each in a folder of
// its own, and the first to finish wins.
func lock(context.Context, string) (unlock func(), err error) { return func() {}, nil }

const exclusive = false

var errReadOnly = errors.New("read-only file system")
