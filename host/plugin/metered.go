package plugin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// metered gives the form of a module that is compiled: it counts its instructions. It comes
// from the cache on disk if it is there, because making it takes a quarter of a second
// for a stock-Go module: the original is validated first, so that nothing
// in it can refer to what is added.
func (b *Sandbox) metered(ctx context.Context, digest string, wasm []byte) ([]byte, *Error) {
	if out, ok := b.kept(digest); ok {
		return out, nil
	}
	out, _, refused := meter.Rewrite(wasm, meter.Options{Hosts: hostCosts})
	if !errors.Is(refused, meter.ErrCostly) { // else to validate would cost as much
		if err := validate(ctx, wasm); err != nil {
			e := fault(KindLoad, "is no valid WebAssembly module: %v", err)
			e.Err = err
			return nil, e
		}
	}
	if refused != nil {
		e := fault(KindLoad, "%v", refused)
		e.Err = refused
		return nil, e
	}
	b.keep(digest, out)
	return out, nil
}

// keptVersion changes when metered forms do, be it by the rewriter, the prices of the
// host's functions, the bounds of tables or the names that adapt gives.
var keptVersion = fmt.Sprintf("metered-%d-3", meter.Version)

func (b *Sandbox) keptFile(digest string) string {
	return filepath.Join(b.options.CacheDir, keptVersion, digest+".wasm")
}

// kept reads a metered form from the cache. It follows the digest of itself, so a damaged
// file is as good as none.
func (b *Sandbox) kept(digest string) ([]byte, bool) {
	if b.options.CacheDir == "" {
		return nil, false
	}
	file, err := os.ReadFile(b.keptFile(digest))
	if err != nil || len(file) < sha256.Size {
		return nil, false
	}
	sum := sha256.Sum256(file[sha256.Size:])
	return file[sha256.Size:], bytes.Equal(sum[:], file[:sha256.Size])
}

// keep writes a metered form to the cache: whole, under its name, or not at all. That it cannot
// be written is not a fault of the module, and costs the next process some time only.
func (b *Sandbox) keep(digest string, metered []byte) {
	if b.options.CacheDir == "" {
		return
	}
	name := b.keptFile(digest)
	_ = os.Mkdir(filepath.Dir(name), 0o700) // not its parents: who removed the cache meant it
	sum := sha256.Sum256(metered)
	_ = atomicfile.Cache(name, 0o600, slices.Concat(sum[:], metered))
}
