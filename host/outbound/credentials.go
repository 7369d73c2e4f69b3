package outbound

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/sparkhost/sparkhost/internal/bounded"
)

// Credentials are keys and mail addresses by the names of the environment variables that hold
// them. They do not print.
type Credentials struct{ values map[string]string }

// ReadCredentials takes NAME=VALUE entries from a file and then from environ, which speaks last.
// An empty path means no file. The file has one entry a line; blank lines and lines that start with # do
// not count. It fails when others of the machine may read it.
func ReadCredentials(path string, environ []string) (Credentials, error) {
	c := Credentials{map[string]string{}}
	if path != "" {
		if err := c.readFile(path); err != nil {
			return Credentials{}, fmt.Errorf("credentials: %w", err)
		}
	}
	for _, entry := range environ {
		c.set(entry)
	}
	return c, nil
}

func (c Credentials) readFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s: name one of NAME=VALUE lines, or set the keys in the environment", path)
	}
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s may be read by others: `chmod 600 %s`", path, path)
	}
	b, err := bounded.ReadFile(path, bounded.Settings)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if !c.set(line) {
			return fmt.Errorf("%s:%d: want NAME=VALUE", path, n) // the line itself may be a key
		}
	}
	return lines.Err()
}

// set takes in an entry; one with an empty value is as good as none.
func (c Credentials) set(entry string) bool {
	name, value, ok := strings.Cut(entry, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return false
	}
	if value != "" {
		c.values[name] = value
	}
	return true
}

// Value returns the entry of that name; empty if there is none.
func (c Credentials) Value(name string) string { return c.values[name] }

// String hides the values.
func (c Credentials) String() string { return fmt.Sprintf("%d credentials", len(c.values)) }

// GoString hides the values.
func (c Credentials) GoString() string { return c.String() }
