package supply

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// UnpackFolder writes a folder that was packed, after holding it against its digest. Whoever packed it may not be this program: what is
// larger than [PackFolder] packs is refused.
func UnpackFolder(ctx context.Context, s Store, f batch.File, dir string) error {
	packed, err := s.File(ctx, f.Digest)
	if err != nil {
		return fmt.Errorf("folder %s of the batch: %w", f.Path, err)
	}
	if record.Digest(packed) != f.Digest {
		return fmt.Errorf("folder %s of the batch has not the sha256 %.12s; submit the batch again", f.Path, f.Digest)
	}
	if err := unpack(packed, dir, mostUnpacked); err != nil {
		return fmt.Errorf("folder %s of the batch: %w", f.Path, err)
	}
	return nil
}

// unpack writes the files of a packed folder, up to most bytes in all.
func unpack(packed []byte, dir string, most int64) error {
	z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
	if err != nil {
		return err
	}
	defer z.Close()
	return untar(z, dir, most)
}

// untar writes the files of an archive. It counts what is read and what is written: files of the sparse form have bytes that nobody packed.
func untar(r io.Reader, dir string, most int64) error {
	whole := &io.LimitedReader{R: r, N: most}
	t := tar.NewReader(whole)
	for left := most; ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) && whole.N > 0 {
			return nil
		}
		if err == nil {
			left -= min(h.Size, mostBytes+1)
		}
		if err == nil && left > 0 {
			err = extract(t, h, dir)
		}
		if whole.N <= 0 && err != nil || left <= 0 {
			return fmt.Errorf("%w: it unpacks to more than %d MiB", bounded.ErrTooLarge, most>>20)
		}
		if err != nil {
			return err
		}
	}
}

// extract writes one file of a packed folder. A file of more than [mostBytes] is refused before any of it is read.
func extract(t *tar.Reader, h *tar.Header, dir string) error {
	path, err := Place(dir, h.Name)
	if err != nil {
		return err
	}
	if h.Size > mostBytes {
		return fmt.Errorf("file %q: %w: more than %d MiB", h.Name, bounded.ErrTooLarge, mostBytes>>20)
	}
	data, err := io.ReadAll(t)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}
