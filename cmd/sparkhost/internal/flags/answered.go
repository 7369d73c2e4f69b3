package flags

import (
	"bytes"
	"regexp"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// PolicyName matches the names that a policy may have, which paths to files do not match.
var PolicyName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Answered reads the file of questions behind --questions and keeps those whose answer is known, by id. A question counts as answered if its meta says
// that the literature has no answer, and with all every one counts.
func Answered(path string, all bool) (map[string]*evidence.Question, error) {
	text, err := bounded.ReadFile(path, bounded.Questions)
	if err != nil {
		return nil, shell.Unopened("--questions", path, err)
	}
	questions, _, err := ParseQuestions(path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	out := map[string]*evidence.Question{}
	for i := range questions {
		if q := &questions[i]; q.Answer != "" || all || q.Meta["kind"] == "unanswerable" {
			out[q.ID] = q
		}
	}
	if len(out) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s: none of its %d questions has an answer; add the field \"answer\"", path, len(questions))
	}
	return out, nil
}
