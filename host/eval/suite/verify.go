package suite

import (
	"errors"
	"fmt"
	"path/filepath"
)

// ErrChanged is matched by the error of a file that is not the one that the manifest was written for.
var ErrChanged = errors.New("changed after the evaluation was made")

// VerifyQuestions compares the questions that the folder keeps with their digests. The error joins one for each file that changed, each
// with [ErrChanged], or says what cannot be read.
func (m *Manifest) VerifyQuestions(dir string) error {
	var errs []error
	for _, p := range m.Packs {
		errs = append(errs, verify(Questions(dir, p.Name), p.Questions))
	}
	return errors.Join(errs...)
}

// Verify compares the results of the run with their digest; errors are as of [Manifest.VerifyQuestions].
func (r Run) Verify(dir string) error {
	return verify(filepath.Join(r.Folder(dir), ResultsName), r.Results)
}

func verify(path, want string) error {
	got, err := Digest(path)
	switch {
	case err != nil:
		return fmt.Errorf("%w; the same `eval run` makes it again", err)
	case got != want:
		return fmt.Errorf("%s: %w; the same `eval run` makes it again", path, ErrChanged)
	}
	return nil
}
