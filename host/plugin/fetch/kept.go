package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// keptPath returns the path of a kept module: by digest alone, since the bytes are the same wherever
// they came from.
func keptPath(dir, digest string) string { return filepath.Join(dir, "sha256", digest+".wasm") }

// kept reads a kept module. One that is damaged, as after a crash or by another's hand, counts as
// missing and is written again.
func kept(dir, digest string, most int64) ([]byte, bool) {
	if dir == "" || digest == "" {
		return nil, false
	}
	f, err := os.Open(keptPath(dir, digest))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	b, err := readCapped(f, most)
	sum := sha256.Sum256(b)
	return b, err == nil && hex.EncodeToString(sum[:]) == digest
}

// keep writes a module to a temporary file beside its place and renames it there, so that
// readers see all of it or nothing.
func keep(dir, digest string, wasm []byte) error {
	if dir == "" {
		return nil
	}
	path := keptPath(dir, digest)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = atomicfile.WriteBytes(path, 0o600, wasm)
	}
	if err != nil {
		return &Error{Reference: dir, Reason: "cannot keep the module", Next: "make room there, or name another cache folder", Err: err}
	}
	return nil
}

// Keep writes a module and what was found beside it into a folder, as Options.Dir and Options.Mirrors are read.
func Keep(dir string, m *Module, e *Evidence) error {
	if err := keep(dir, m.Digest, m.Wasm); err != nil || len(e.Bundles) == 0 {
		return err
	}
	return keepEvidence(dir, m.Digest, e)
}
