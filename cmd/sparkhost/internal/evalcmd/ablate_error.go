package evalcmd

import (
	"path/filepath"
	"regexp"
)

// A located error speaks of files in the user's folder, where the copies that it met lie in a temporary one.
type located struct {
	error
	dir string // the temporary folder
}

// inPlace renames the copies below dir in the text of an error.
func inPlace(err error, dir string) error {
	if err == nil {
		return nil
	}
	return located{err, dir}
}

func (p located) Error() string {
	sep := regexp.QuoteMeta(string(filepath.Separator))
	copies := regexp.MustCompile(regexp.QuoteMeta(p.dir) + sep + `(\d+` + sep + `)?`)
	return copies.ReplaceAllString(p.error.Error(), "")
}

func (p located) Unwrap() error { return p.error }
