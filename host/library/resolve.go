package library

import (
	"context"
	"os"
	"slices"

	"github.com/sparkhost/sparkhost/host/library/records"
)

// Resolve returns the files of corpus lines that the paths stand for: the paths themselves if all are such files, else the one that [Import]
// makes of them, with its report. Paths that do not exist are left for the reader of corpus lines to refuse.
func Resolve(ctx context.Context, o Options) ([]string, *Report, error) {
	if !slices.ContainsFunc(o.Paths, importable) {
		return o.Paths, nil, nil
	}
	imported, err := Import(ctx, o)
	if err != nil {
		return nil, &imported.Report, err
	}
	return []string{imported.Path}, &imported.Report, nil
}

// importable says whether a path is anything but a file of corpus lines.
func importable(path string) bool {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false
	case info.IsDir():
		return true
	case !info.Mode().IsRegular():
		return false
	}
	f, err := formatOf(path)
	if err != nil || f == "" {
		return false
	}
	if f != formatJSON {
		return true
	}
	head, err := beginning(path)
	return err == nil && records.Foreign(head)
}
