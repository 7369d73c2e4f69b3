package index

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Serials keeps the newest serial that was seen of each index, in a folder. Two processes may share the folder: the later
// writer wins, so that at worst one step is seen again.
type Serials struct{ Dir string }

// seen is the file of one index.
type seen struct {
	Reference string `json:"reference"`
	Serial    uint64 `json:"serial"`
	SHA256    string `json:"sha256"`
}

func (k *Serials) path(ref string) string {
	sum := sha256.Sum256([]byte(ref))
	return filepath.Join(k.Dir, hex.EncodeToString(sum[:])+".json")
}

// See holds an index against what was seen before under its reference, and remembers it. The error matches
// [ErrRolledBack] or [ErrReplaced].
func (k *Serials) See(ref string, serial uint64, text []byte) error {
	sum := sha256.Sum256(text)
	now := seen{Reference: ref, Serial: serial, SHA256: hex.EncodeToString(sum[:])}
	before, err := k.last(ref)
	switch {
	case err != nil:
		return err
	case serial < before.Serial:
		return fmt.Errorf("%w: it has the serial %d, and %d was seen before; ask who runs the registry, and if it is meant, delete %s",
			ErrRolledBack, serial, before.Serial, k.path(ref))
	case serial == before.Serial && now.SHA256 != before.SHA256:
		return fmt.Errorf("%w: the serial %d was seen with another content; publish again, so that the serial rises, or delete %s", ErrReplaced, serial, k.path(ref))
	case now == before:
		return nil
	}
	b, err := json.Marshal(now)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(k.Dir, 0o700); err != nil {
		return err
	}
	return atomicfile.WriteBytes(k.path(ref), 0o600, b)
}

// last reads what was seen; nothing is serial 0. A damaged file is an error: to forget it would let an index roll back.
func (k *Serials) last(ref string) (seen, error) {
	var s seen
	b, err := bounded.ReadRegular(k.path(ref), 1<<20)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		return s, fmt.Errorf("what was seen of the index cannot be read: %w; delete the file to trust the index as it is now", err)
	}
	return s, nil
}
