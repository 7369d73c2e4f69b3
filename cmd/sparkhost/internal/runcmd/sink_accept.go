package runcmd

import (
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
)

// accept refuses to mix results of different runs in one file: every kept line must
// be what the same question would be answered with now. Where upgrades are dealt out (S3-19), the lines
// must be those of the first questions, too, and be dealt as this batch would.
func (s *sink) accept(h *host.Host, u *host.Upgrades) error {
	for i, k := range s.kept {
		again, err := s.same(h, u, k)
		if err != nil {
			return err
		}
		if !u.Capped() {
			continue
		}
		if s.all[i].ID != k.question.ID {
			return shell.Fail(shell.ExitFailed, "--resume: %s answers question %q where the question file has %q; the policy limits the upgrades of a batch to the first questions that need one: give another --out",
				s.path, k.question.ID, s.all[i].ID)
		}
		if err := u.Resume(k.withheld, again); err != nil {
			return shell.Fail(shell.ExitFailed, "--resume: %s: question %q: %w, unlike in this batch; give another --out", s.path, k.question.ID, err)
		}
	}
	return nil
}

// same refuses a line that is of another run; again says that it is of the question's second turn.
func (s *sink) same(h *host.Host, u *host.Upgrades, k earlier) (again bool, err error) {
	id, err := h.RunIDWith(k.question, host.AskOptions{WithholdUpgrade: true})
	if err != nil || id == k.run {
		return false, err
	}
	if id, err = h.RunID(k.question); err != nil || id == k.run && u.Capped() {
		return true, err
	}
	return false, shell.Fail(shell.ExitFailed, "--resume: %s answers question %q under another policy (%s), corpus, plugin, seed or version; give another --out",
		s.path, k.question.ID, k.policy)
}
