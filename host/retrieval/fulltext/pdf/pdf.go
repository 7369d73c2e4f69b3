// Package pdf gets the lines of text out of a PDF, in the sandbox that plugins run in.
//
// Every PDF is hostile until read, and the library that reads it (ledongthuc/pdf) takes a file's word for how much to
// allocate and how deep to follow: either can end a Go process, and no recover stops that. So the library is
// compiled to WebAssembly (folder guest, script build) and has bounded memory, fuel and time, and nothing of the world.
// What comes back is text, which package fulltext makes sections of.
package pdf

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin"
)

//go:embed pdf.wasm.gz
var packed []byte

// The limits of reading one PDF. A paper of thirty pages takes some 5e9 units and half a second.
const (
	mostMemory = 256 << 20
	mostFuel   = 60_000_000_000
	mostTime   = 20 * time.Second
	mostOutput = 4 << 20
)

// ErrUnreadable is matched by the refusal of a body that is no PDF, is damaged, or is locked by a password, or whose reading
// takes more memory, fuel or time than any paper does.
var ErrUnreadable = errors.New("no PDF that can be read")

// A Reader reads PDFs. It is safe for concurrent use, and costs nothing before the first one. The zero value works.
type Reader struct {
	// CacheDir keeps compiled code between processes, as plugin.Options.CacheDir does; empty: in memory only.
	CacheDir string

	fuel int64 // 0: mostFuel; tests have less time

	mu      sync.Mutex
	sandbox *plugin.Sandbox
	filter  *plugin.Filter
	closed  bool
}

// Text returns the lines of a PDF in the order of the file, as valid UTF-8: "\n" ends a line, an empty line parts blocks, "\f" ends a
// page. It has at most 400 pages and little more than 1 MiB of text; what is beyond is left out. The same bytes give the same text on every
// machine. Errors match [ErrUnreadable], or are those of ctx and of the sandbox.
func (r *Reader) Text(ctx context.Context, body []byte) ([]byte, error) {
	if !bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-")) {
		return nil, fmt.Errorf("%w: it does not begin like one", ErrUnreadable)
	}
	filter, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	text, _, err := filter.Run(ctx, body)
	if err != nil {
		return nil, refusal(ctx, err)
	}
	if reason, failed := bytes.CutPrefix(text, []byte{0}); failed {
		return nil, fmt.Errorf("%w: %s", ErrUnreadable, bytes.ToValidUTF8(reason[:min(len(reason), 200)], nil))
	}
	return bytes.ToValidUTF8(text, nil), nil
}

// refusal tells the fault of a file from those of the caller and the host.
func refusal(ctx context.Context, err error) error {
	var e *plugin.Error
	if ctx.Err() != nil || !errors.As(err, &e) {
		return err
	}
	switch e.Kind {
	case plugin.KindTrap, plugin.KindExit, plugin.KindMemory, plugin.KindStack, plugin.KindFuel, plugin.KindTime, plugin.KindContract:
		return fmt.Errorf("%w: %s: %s", ErrUnreadable, string(e.Kind), e.Detail)
	}
	return err
}

// load compiles the guest, once. A failure is not remembered.
func (r *Reader) load(ctx context.Context) (*plugin.Filter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return nil, errors.New("pdf: the reader is closed")
	case r.filter != nil:
		return r.filter, nil
	}
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	if r.sandbox == nil {
		if r.sandbox, err = plugin.NewSandbox(ctx, plugin.Options{CacheDir: r.CacheDir}); err != nil {
			return nil, err
		}
	}
	r.filter, err = r.sandbox.LoadFilter(ctx, plugin.Source{Name: "pdf", Wasm: wasm}, plugin.Limits{
		MemoryBytes: mostMemory, Fuel: cmp.Or(r.fuel, mostFuel), Wall: mostTime, OutputBytes: mostOutput,
	})
	return r.filter, err
}

// module unpacks the guest.
func module() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("pdf.wasm.gz: %w", err)
	}
	return io.ReadAll(z)
}

// Close gives everything back. No call may be under way. It may be called again.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.filter != nil {
		r.filter.Close()
	}
	if r.sandbox == nil {
		return nil
	}
	return r.sandbox.Close(context.Background())
}
