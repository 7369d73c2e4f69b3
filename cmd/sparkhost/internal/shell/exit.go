// Package shell holds what all commands share: exit codes and errors, arguments, text and JSON for people and programs, progress, folders.
package shell

import (
	"errors"
	"fmt"
)

// Exit codes, the same for every command and flag.
const (
	ExitDone        = 0   // done
	ExitFailed      = 1   // could not do the work: usage, input, I/O
	ExitPolicy      = 2   // policy, variables or lock wrong; nothing was run
	ExitWouldChange = 3   // --check: files would change
	ExitRefused     = 4   // a gate or test said no
	ExitAbstained   = 5   // abstained under --require-answer
	ExitBudget      = 6   // budget exhausted where the policy says fail
	ExitPluginFault = 7   // plugin fault where the policy says fail
	ExitFault       = 8   // two workers gave different answers to one question
	ExitInterrupted = 130 // interrupted; what was done is written
)

// An exitError carries the code a command ends with. Message is empty when the
// command has already said everything.
type exitError struct {
	code int
	err  error
}

// Error implements error.
func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// Unwrap gives errors.Is and errors.As the cause.
func (e *exitError) Unwrap() error { return e.err }

// Fail makes an error that ends the program with code.
func Fail(code int, format string, args ...any) error {
	return &exitError{code, fmt.Errorf(format, args...)}
}

// LeftOut returns the error of a part that the program of `make run` does not have (build tag slim).
func LeftOut(part string) error {
	return Fail(ExitFailed, "%s is left out of this program, which make run built so that the first answers come soon: make build builds the whole one", part)
}

// Silent ends the program with code and says nothing more.
func Silent(code int) error { return &exitError{code: code} }

// ExitCode says how a command that returned err ends.
func ExitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &e):
		return e.code
	}
	return ExitFailed
}

// Exit gives an error the exit code that the command ends with.
func Exit(code int, err error) error { return &exitError{code, err} }

// ErrorText returns the message of an error; empty for nil.
func ErrorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
