package supply

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A Store keeps files by name. The queue is one.
type Store interface {
	PutFile(ctx context.Context, name string, data []byte) error
	File(ctx context.Context, name string) ([]byte, error)
}

// mostBytes bounds one file that travels.
const mostBytes = 64 << 20

// Pack puts files of this machine into the store, each under its sha256.
func Pack(ctx context.Context, s Store, paths []string) ([]batch.File, error) {
	var out []batch.File
	for _, path := range paths {
		data, err := bounded.ReadRegular(path, mostBytes)
		if err != nil {
			return nil, err
		}
		f := batch.File{Path: inside(path), Digest: record.Digest(data), Bytes: int64(len(data))}
		if err := s.PutFile(ctx, f.Digest, data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, f)
	}
	return out, nil
}

// inside returns an absolute path as it stands below the folder that files are unpacked into.
func inside(path string) string {
	volume := filepath.VolumeName(path)
	return strings.Trim(strings.ReplaceAll(filepath.ToSlash(volume), ":", ""), "/") + filepath.ToSlash(strings.TrimPrefix(path, volume))
}

// Unpack writes the files of a batch below a folder, after holding each against its digest. Files that are there and right stay.
func Unpack(ctx context.Context, s Store, files []batch.File, dir string) error {
	for _, f := range files {
		path, err := Place(dir, f.Path)
		if err != nil {
			return err
		}
		if have, err := bounded.ReadRegular(path, mostBytes); err == nil && record.Digest(have) == f.Digest {
			continue
		}
		data, err := s.File(ctx, f.Digest)
		if err != nil {
			return fmt.Errorf("file %s of the batch: %w", f.Path, err)
		}
		if record.Digest(data) != f.Digest {
			return fmt.Errorf("file %s of the batch has not the sha256 %.12s; submit the batch again", f.Path, f.Digest)
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), atomicfile.Cache(path, 0o600, bytes.Clone(data))); err != nil {
			return err
		}
	}
	return nil
}

// Place returns the path of a batch's file below a folder. A path that leaves the folder is an error.
func Place(dir, path string) (string, error) {
	rel := filepath.FromSlash(strings.TrimPrefix(path, "/"))
	if !filepath.IsLocal(rel) {
		return "", fmt.Errorf("the batch names the file %q, which lies outside of its folder", path)
	}
	return filepath.Join(dir, rel), nil
}

// Inside places a path of the submitter below a folder: for the policy, whose name may end in #NAME, the files of values and the lock.
func Inside(dir, path string) string {
	file, name, named := strings.Cut(path, "#")
	whole, err := filepath.Abs(file)
	if err != nil {
		return path
	}
	out := filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(inside(whole), "/")))
	if named {
		out += "#" + name
	}
	return out
}
