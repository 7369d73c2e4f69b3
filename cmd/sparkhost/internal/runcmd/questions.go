package runcmd

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// readQuestions reads what is to be answered, and on which line of --questions each stands. All
// bad lines are reported at once.
func (f *runFlags) readQuestions(stdin io.Reader) ([]evidence.Question, map[string]int, error) {
	if f.questions == "" {
		q, err := f.single()
		if err != nil {
			return nil, nil, shell.Fail(shell.ExitFailed, "--question: %w", err)
		}
		return []evidence.Question{q}, nil, nil
	}
	in := stdin
	if f.questions != "-" {
		file, err := os.Open(f.questions)
		if err != nil {
			return nil, nil, shell.Unopened("--questions", f.questions, err)
		}
		defer file.Close()
		in = file
	}
	return flags.ParseQuestions(f.questions, in)
}

// parseOption reads TEXT or LABEL=TEXT; without label, options are A, B, C, …
func parseOption(s string, index int) evidence.Option {
	label, text, ok := strings.Cut(s, "=")
	if ok && label != "" && !strings.ContainsAny(label, " \t") {
		return evidence.Option{Label: label, Text: text}
	}
	if index < 26 {
		return evidence.Option{Label: string(rune('A' + index)), Text: s}
	}
	return evidence.Option{Label: strconv.Itoa(index + 1), Text: s}
}
