package supply

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// mostFolder bounds a folder that travels, packed: the object store of three servers fails with much more.
const mostFolder = 256 << 20

// PackFolder puts a folder of this machine into the store as one file, under its sha256. Equal folders have equal digests, whatever the times and
// rights of their files.
func PackFolder(ctx context.Context, s Store, dir string) (*batch.File, error) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if packed.Len() > mostFolder {
			return fmt.Errorf("folder %s is larger than %d MB packed, which the queue does not carry", dir, mostFolder>>20)
		}
		return add(t, dir, path)
	})
	if err = errors.Join(err, t.Close(), z.Close()); err != nil {
		return nil, err
	}
	f := &batch.File{Path: filepath.Base(dir), Digest: record.Digest(packed.Bytes()), Bytes: int64(packed.Len())}
	return f, s.PutFile(ctx, f.Digest, packed.Bytes())
}

// add adds a file of the folder by its name, size and content alone.
func add(t *tar.Writer, dir, path string) error {
	data, err := bounded.ReadRegular(path, mostBytes)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return err
	}
	if err := t.WriteHeader(&tar.Header{Name: filepath.ToSlash(rel), Mode: 0o600, Size: int64(len(data)), Format: tar.FormatPAX}); err != nil {
		return err
	}
	_, err = t.Write(data)
	return err
}

// UnpackFolder writes a folder that was packed, after holding it against its digest.
func UnpackFolder(ctx context.Context, s Store, f batch.File, dir string) error {
	packed, err := s.File(ctx, f.Digest)
	if err != nil {
		return fmt.Errorf("folder %s of the batch: %w", f.Path, err)
	}
	if record.Digest(packed) != f.Digest {
		return fmt.Errorf("folder %s of the batch has not the sha256 %.12s; submit the batch again", f.Path, f.Digest)
	}
	z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	t := tar.NewReader(z)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = extract(t, h, dir)
		}
		if err != nil {
			return fmt.Errorf("folder %s of the batch: %w", f.Path, err)
		}
	}
}

func extract(t *tar.Reader, h *tar.Header, dir string) error {
	path, err := Place(dir, h.Name)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(t, mostBytes))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}
