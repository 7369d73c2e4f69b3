package local

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A remembered digest is trusted only if it was written this long after the file's
// last change, because a later change within one tick of the file system's clock would
// leave size and time as they were.
const settle = 2 * time.Second

// ErrNoCorpus is matched by the error of [Open] when there is nothing to search:
// no file named, a file missing, or no document in any.
var ErrNoCorpus = errors.New("no corpus")

// known holds what is remembered with the digest of a file.
type known struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	Mtime  int64  `json:"mtime"` // nanoseconds
	Digest string `json:"digest"`
	Check  string `json:"check"` // digest of the fields before it: what was damaged since is not believed
}

// check returns the digest of what is remembered.
func (k known) check() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %d %s", k.Path, k.Size, k.Mtime, k.Digest))
	return hex.EncodeToString(sum[:])
}

// fileDigest returns the SHA-256 of a file's bytes, remembered in dir by path, size and
// time of last change so that a large corpus is not read on every start.
func fileDigest(ctx context.Context, dir, path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := statCorpus(path)
	if err != nil {
		return "", err
	}
	want := known{Path: abs, Size: info.Size(), Mtime: info.ModTime().UnixNano()}
	name := sha256.Sum256([]byte(abs))
	sidecar := filepath.Join(dir, hex.EncodeToString(name[:16])+".json")
	if d, ok := recall(sidecar, want); ok {
		return d, nil
	}
	if want.Digest, err = hashFile(ctx, path); err != nil {
		return "", err
	}
	want.Check = want.check()
	// Not being able to remember costs time on the next start, nothing else.
	if b, err := json.Marshal(want); err == nil && os.MkdirAll(dir, 0o755) == nil {
		_ = writeFile(sidecar, b)
	}
	return want.Digest, nil
}

func recall(sidecar string, want known) (string, bool) {
	info, err := os.Stat(sidecar)
	if err != nil || info.ModTime().Sub(time.Unix(0, want.Mtime)) < settle {
		return "", false
	}
	b, err := os.ReadFile(sidecar)
	var got known
	if err != nil || json.Unmarshal(b, &got) != nil {
		return "", false
	}
	want.Digest, want.Check = got.Digest, got.check()
	return got.Digest, got == want && len(got.Digest) == 2*sha256.Size
}

func statCorpus(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s does not exist: name a JSONL file, one document a line", ErrNoCorpus, path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%w: %s is a folder: name the JSONL files in it, one document a line", ErrNoCorpus, path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s is no regular file: a corpus is read more than once, so save it to a file first", ErrNoCorpus, path)
	}
	return info, nil
}

func hashFile(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, &meter{ctx: ctx, r: f}); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// A meter counts what is read and stops when ctx ends.
type meter struct {
	ctx context.Context
	r   io.Reader
	n   int64
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	return n, err
}

// writeFile replaces a file in one step.
func writeFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
