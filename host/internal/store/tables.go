package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/gofrs/flock"
	"google.golang.org/protobuf/proto"
)

// checkTables compares the index of each table with its checksum before Badger opens the folder: Badger opens tables in goroutines of its
// own and ends the process over an index that it cannot read. It does nothing while another process has the folder
// open, which has looked itself and may be writing.
func checkTables(dir string) error {
	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	if mine, err := lock.TryLock(); err != nil || !mine {
		return nil
	}
	defer func() { _ = lock.Unlock() }() // the descriptor is closed in any case
	ids, err := tablesOf(dir)
	if err != nil {
		return err
	}
	for id := range ids {
		name := table.NewFilename(id, dir)
		if err := checkTable(name); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrCorrupt, filepath.Base(name), err)
		}
	}
	return nil
}

// tablesOf lists the tables of the manifest. Others are the rest of a process that was killed; Badger removes them.
func tablesOf(dir string) (map[uint64]badger.TableManifest, error) {
	f, err := os.Open(filepath.Join(dir, badger.ManifestFilename))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, _, err := badger.ReplayManifestFile(f, 0, badger.DefaultOptions(dir).WithLogger(nil))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return m.Tables, nil
}

var errFooter = errors.New("its end is cut off or overwritten")

// checkTable reads a table from its end: the length of the checksum, the checksum, the length of the index, the index.
func checkTable(name string) (err error) {
	defer func() {
		if r := recover(); r != nil { // a checksum of a kind that Badger does not know
			err = fmt.Errorf("%w: %v", errFooter, r)
		}
	}()
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	end := tail{f, info.Size()}
	sum, err := end.part()
	if err != nil {
		return err
	}
	index, err := end.part()
	if err != nil {
		return err
	}
	var want pb.Checksum
	if err := proto.Unmarshal(sum, &want); err != nil || len(sum) == 0 || len(index) == 0 {
		return errFooter
	}
	return y.VerifyChecksum(index, &want)
}

// A tail is a file that is read from its end.
type tail struct {
	file *os.File
	left int64 // bytes before what was read
}

// part reads a part that its length follows.
func (t *tail) part() ([]byte, error) {
	size, err := t.take(4)
	if err != nil {
		return nil, err
	}
	return t.take(int64(binary.BigEndian.Uint32(size)))
}

func (t *tail) take(n int64) ([]byte, error) {
	if n > t.left {
		return nil, errFooter
	}
	t.left -= n
	b := make([]byte, n)
	_, err := t.file.ReadAt(b, t.left)
	return b, err
}
