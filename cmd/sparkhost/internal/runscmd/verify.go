package runscmd

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// unchained is the remark about a record that no seal ends.
const unchained = "not sealed (an older version wrote it): only changes to sums and to texts with digests are detected"

func newRunsVerify(home *string) *cobra.Command {
	c := &cobra.Command{
		Use:   "verify [RUN|RECORD|FOLDER...]",
		Short: "Check records for changes and damage",
		Long: "Reads each whole record, checks its seal (the digest of all its events), the digest of each text, and\n" +
			"its sums. Without arguments it checks all runs in the cache folder. If a record was changed\n" +
			"or damaged, the exit code is 4; if a newer version of sparkhost wrote one, it is 1.\n" +
			"A seal is not a signature: anyone can write a new record with a valid seal.",
		Example: "  sparkhost runs verify\n  sparkhost runs verify records/ 4f1c02d7a9b3e85d6c10",
		RunE: func(c *cobra.Command, args []string) error {
			return verifyRuns(c, *home, args)
		},
	}
	return c
}

func verifyRuns(c *cobra.Command, home string, args []string) (err error) {
	set := &flags.RecordSet{Command: c.CommandPath(), Home: home, Stores: map[string]*record.Store{}}
	defer func() { err = errors.Join(err, set.Close()) }()
	if len(args) == 0 {
		dir, err := shell.CacheDir(home)
		if err != nil {
			return err
		}
		args = []string{dir}
	}
	for _, ref := range args {
		if err := set.Add(c.Context(), ref); err != nil {
			return err
		}
	}
	return verify(set, c, shell.Visible(c.OutOrStdout()))
}

// verify writes a line for each record, and fails if one was changed.
func verify(s *flags.RecordSet, c *cobra.Command, w io.Writer) error {
	damaged, newer := 0, 0
	for _, ref := range s.Refs {
		if c.Context().Err() != nil {
			return shell.Fail(shell.ExitInterrupted, "interrupted")
		}
		said, err := verified(ref)
		switch {
		case errors.Is(err, record.ErrNewer):
			newer++
			said = "not checked: " + err.Error()
		case err != nil:
			damaged++
			said = "changed or damaged: " + err.Error()
		}
		if _, err := fmt.Fprintf(w, "%s  %s\n", ref.Name, said); err != nil {
			return err
		}
	}
	return verdict(damaged, newer, len(s.Refs))
}

// verdict fails for what was found. What could not be checked weighs more, as everywhere.
func verdict(damaged, newer, all int) error {
	switch {
	case newer > 0:
		return shell.Fail(shell.ExitFailed, "%d of %d records were written by a newer version of sparkhost and could not be checked; %d were changed or damaged", newer, all, damaged)
	case damaged > 0:
		return shell.Fail(shell.ExitRefused, "%d of %d records were changed or damaged", damaged, all)
	}
	return nil
}

// verified says how far a record could be compared.
func verified(ref flags.RecordRef) (string, error) {
	r, err := ref.Read()
	if err != nil {
		return "", err
	}
	if err := r.Check(); err != nil {
		return "", err
	}
	sums, err := r.Sums()
	if err == nil {
		err = sums.Err(r.Name)
	}
	switch {
	case err != nil:
		return "", err
	case r.Partial:
		return "partial: the record ends before its seal", nil
	case !r.Chained:
		return unchained, nil
	}
	return "sealed and unchanged", nil
}

// noteUnchained says of a record that is shown that nothing vouches for it.
func noteUnchained(w io.Writer, r *record.Reader) {
	if !r.Chained && !r.Partial {
		fmt.Fprintf(w, "sparkhost: note: this record is %s\n", unchained)
	}
}
