package policycmd

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// fmtKinds are the files that `policy fmt` takes of a folder, in words.
const fmtKinds = "*.policy.hcl, *.policytest.hcl, *.policyvars.hcl and sparkhost.lock.hcl"

// maxPolicyBytes bounds what is read of one file; the language allows as much.
const maxPolicyBytes = 256 << 10

func isPolicyFile(name string) bool {
	base := filepath.Base(name)
	for _, suffix := range []string{".policy.hcl", ".policytest.hcl", ".policyvars.hcl"} {
		if strings.HasSuffix(base, suffix) {
			return true
		}
	}
	return base == "sparkhost.lock.hcl"
}

// policyFiles lists the files that paths name, each once, folders in the order of their
// names. Nothing at all is a mistake of whoever asked.
func policyFiles(paths []string, recursive bool) ([]string, error) {
	var out []string
	seen := map[string]bool{}
	for _, path := range paths {
		files, err := filesAt(path, recursive)
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			if !seen[name] {
				seen[name] = true
				out = append(out, filepath.ToSlash(name))
			}
		}
	}
	return out, nil
}

func filesAt(path string, recursive bool) ([]string, error) {
	path = filepath.Clean(path)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, shell.Unopened("", path, err)
	case !info.IsDir() && !isPolicyFile(path):
		return nil, shell.Fail(shell.ExitFailed, "%s must be one of %s", path, fmtKinds)
	case !info.IsDir():
		return []string{path}, nil
	}
	var out []string
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != path && (!recursive || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir() && isPolicyFile(name):
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%v", err)
	}
	if len(out) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s has none of %s%s", path, fmtKinds, hintRecursive(recursive))
	}
	return out, nil
}

func hintRecursive(recursive bool) string {
	if recursive {
		return ""
	}
	return "; --recursive includes subfolders"
}

// readPolicyFile reads a regular file; one that is too large is cut and refused by the parser.
func readPolicyFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxPolicyBytes+1))
}

// rewriteFile writes a file's new text beside it and renames it into place, with the same
// mode. A link stays a link; what it points to is replaced.
func rewriteFile(name string, text []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	err = atomicfile.WriteBytes(target, info.Mode().Perm(), text)
	if err != nil {
		return fmt.Errorf("%s is not changed: %w", name, err)
	}
	return nil
}
