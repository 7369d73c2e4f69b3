package supply

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// What a folder that travels may be at most.
const (
	mostFolder   = 256 << 20 // packed: the object store of three servers fails with much more
	mostUnpacked = 2 << 30   // with 512 bytes for each file and more for long names, so that empty files are bounded, too
	mostWindow   = 16 << 20  // memory of what packs and unpacks
)

// PackFolder puts a folder of this machine into the store as one file, under its sha256. Equal folders have equal digests, whatever the times and
// rights of their files.
func PackFolder(ctx context.Context, s Store, dir string) (*batch.File, error) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	whole := &counter{to: z}
	t := tar.NewWriter(whole)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if err := add(t, dir, path); err != nil {
			return err
		}
		return travels(dir, packed.Len(), whole.n)
	})
	if err = errors.Join(err, t.Close(), z.Close()); err != nil {
		return nil, err
	}
	f := &batch.File{Path: filepath.Base(dir), Digest: record.Digest(packed.Bytes()), Bytes: int64(packed.Len())}
	return f, s.PutFile(ctx, f.Digest, packed.Bytes())
}

// travels returns an error for a folder that is larger than the queue carries.
func travels(dir string, packed int, unpacked int64) error {
	switch {
	case packed > mostFolder:
		return fmt.Errorf("folder %s is larger than %d MiB packed, which the queue does not carry", dir, mostFolder>>20)
	case unpacked > mostUnpacked:
		return fmt.Errorf("folder %s is larger than %d MiB, which the queue does not carry", dir, mostUnpacked>>20)
	}
	return nil
}

// A counter counts what is written to another writer.
type counter struct {
	to io.Writer
	n  int64
}

// Write implements [io.Writer].
func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	return n, err
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
