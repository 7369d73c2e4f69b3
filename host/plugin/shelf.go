package plugin

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// shelvesVersion names the folder of machine code in the cache.
const shelvesVersion = "compiled-1"

// sealSuffix ends the name of the file that holds the sha256 of the file beside it.
const sealSuffix = ".sha256"

// A shelf is the folder that keeps the machine code of one module, by versions of the
// runtime. The runtime looks at a checksum of the code only, not of the table of its functions,
// and trusts the lengths it reads, so each file has a seal beside it: what does not match is
// removed before the runtime can see it. An empty dir means no shelf.
type shelf struct{ dir string }

func (b *Sandbox) shelfOf(metered []byte) shelf {
	if b.options.CacheDir == "" {
		return shelf{}
	}
	return shelf{filepath.Join(b.options.CacheDir, shelvesVersion, hexOf(sha256.Sum256(metered)))}
}

// files lists the machine code on the shelf: finished files, without their seals.
func (s shelf) files() []string {
	if s.dir == "" {
		return nil
	}
	var files []string
	folders, _ := os.ReadDir(s.dir)
	for _, folder := range folders {
		entries, _ := os.ReadDir(filepath.Join(s.dir, folder.Name()))
		for _, e := range entries {
			if name := e.Name(); !strings.HasSuffix(name, sealSuffix) && !strings.HasSuffix(name, ".tmp") {
				files = append(files, filepath.Join(s.dir, folder.Name(), name))
			}
		}
	}
	return files
}

// check removes what is damaged or has no seal.
func (s shelf) check() {
	for _, file := range s.files() {
		seal, err := os.ReadFile(file + sealSuffix)
		sum, ok := sumOf(file)
		if err != nil || !ok || !bytes.Equal(seal, sum) {
			_ = os.RemoveAll(file)
			_ = os.RemoveAll(file + sealSuffix)
		}
	}
}

// seal writes the seals that are missing. That it cannot costs the next process time only.
func (s shelf) seal() {
	for _, file := range s.files() {
		if _, err := os.Stat(file + sealSuffix); err == nil {
			continue
		}
		if sum, ok := sumOf(file); ok {
			_ = atomicfile.Cache(file+sealSuffix, 0o600, sum)
		}
	}
}

func (s shelf) clear() { _ = os.RemoveAll(s.dir) }

// sumOf reads a file piece by piece: machine code may be a hundred megabytes.
func sumOf(file string) ([]byte, bool) {
	f, err := os.Open(file)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return sum.Sum(nil), err == nil
}
