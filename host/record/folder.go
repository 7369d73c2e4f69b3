package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A Folder is a sink that writes each record to its own file, "<id>.jsonl",
// self-contained: blobs are lines of it. While it is being written it is called
// "<id>.jsonl.partial"; a line is on its way to the disk when Append returns, so
// kill -9 costs nothing that was appended. Characters of an id that are not safe in
// file names are written as %XX.
type Folder struct {
	dir  string
	mu   sync.Mutex
	open map[string]bool
}

var _ Sink = (*Folder)(nil)

// OpenFolder creates the folder if it is missing (mode 0700).
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("record folder: %w", err)
	}
	return &Folder{dir: dir, open: map[string]bool{}}, nil
}

// Path returns the path of the finished record of that id.
func (f *Folder) Path(id string) string { return filepath.Join(f.dir, fileName(id)+".jsonl") }

// Begin implements [Sink]. A partial file that a killed process left is replaced.
func (f *Folder) Begin(id string) (*Writer, error) { return begin(f, id) }

func (f *Folder) begin(id string) (output, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path := f.Path(id)
	if f.open[path] {
		return nil, fmt.Errorf("record %q: %w", id, ErrOpen)
	}
	held, err := hold(path + ".partial")
	if err != nil {
		return nil, fmt.Errorf("record %q: %w", id, err)
	}
	file, err := os.OpenFile(path+".partial", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		held.release()
		return nil, fmt.Errorf("record %q: %w", id, err)
	}
	f.open[path] = true
	return &fileOutput{folder: f, path: path, file: file, held: held}, nil
}

func (f *Folder) release(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.open, path)
}

// fileName spells id so that it is one safe path element. Distinct ids get distinct
// names, up to a length of 200 bytes; longer ones are named by their digest.
func fileName(id string) string {
	var b strings.Builder
	for i := range len(id) {
		c := id[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	if b.Len() > 200 {
		return "sha256-" + Digest([]byte(id))
	}
	return b.String()
}

// fileOutput is one record's file.
type fileOutput struct {
	folder *Folder
	path   string
	file   *os.File // nil once closed
	held   *held
}

func (o *fileOutput) line(one written) error {
	_, err := o.file.Write(one.line)
	return err
}

func (o *fileOutput) blob(digest string, data []byte) error {
	line, err := inline(digest, data)
	if err != nil {
		return err
	}
	return o.line(written{kind: kindBlob, line: line})
}

// finish gives the file its name. It is not synced: that would cost more than the
// rest of the record, and only a power cut within seconds could tell.
func (o *fileOutput) finish() error {
	err := o.file.Close()
	if err == nil {
		err = o.held.rename(o.path)
	}
	return errors.Join(err, o.close())
}

func (o *fileOutput) close() error {
	if o.file == nil {
		return nil
	}
	err := o.file.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	o.file = nil
	o.held.release()
	o.folder.release(o.path)
	return err
}
