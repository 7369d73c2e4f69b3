package plugin

import (
	"fmt"
	"strings"
)

// A Kind says what went wrong. It is an error itself, so that
// errors.Is(err, plugin.KindMemory) works on every error of this package.
type Kind string

// The kinds of failure.
const (
	KindLoad       Kind = "load"       // unreadable, too large, wrong digest, not valid WebAssembly, compile failed or took too long
	KindABI        Kind = "abi"        // an export is missing or has the wrong type, or the contract version differs
	KindCapability Kind = "capability" // it imports what no plugin is given
	KindMemory     Kind = "memory"     // it asked for more memory than its limit
	KindStack      Kind = "stack"      // it recursed too deep
	KindFuel       Kind = "fuel"       // it executed more instructions than its limit
	KindTime       Kind = "time"       // it ran past the wall limit, or past the caller's deadline
	KindCancelled  Kind = "cancelled"  // the caller gave up
	KindTrap       Kind = "trap"       // it hit an unreachable, a bad access, a division by zero …
	KindExit       Kind = "exit"       // it called proc_exit, as a Go panic does (code 2)
	KindPlugin     Kind = "plugin"     // it answered with an error of its own
	KindContract   Kind = "contract"   // its answer breaks the contract
	KindRequest    Kind = "request"    // the host asked wrongly; the plugin was not called
	KindClosed     Kind = "closed"     // the plugin or its sandbox has been closed
)

// Error implements error, which makes a Kind a target for errors.Is.
func (k Kind) Error() string { return "plugin: " + string(k) }

// An Error says which plugin failed, where and why.
type Error struct {
	Plugin string // the name under which the plugin was loaded
	Digest string // sha256 of its module, hex; empty if it could not be read
	Stage  string // load, start, describe, score, assess or calibrate
	Kind   Kind
	Detail string // one line for people, of at most 500 characters
	Stderr string // the end of what the instance wrote to stdout and stderr
	// Used and Limit are bytes for memory, output and module size, nanoseconds for time, units
	// for fuel, nested calls for the stack; both are 0 where no limit is at stake.
	Used, Limit int64
	Err         error // the cause, may be nil
}

// Error implements error. It shows the line of the guest's own output that says most.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("plugin " + e.Plugin)
	if len(e.Digest) >= 12 {
		fmt.Fprintf(&b, " (sha256 %s)", e.Digest[:12])
	}
	fmt.Fprintf(&b, ": %s: %s: %s", e.Stage, string(e.Kind), e.Detail)
	if line := oneLine(tellingLine(e.Stderr)); line != "" {
		fmt.Fprintf(&b, "; it wrote: %s", line)
	}
	return b.String()
}

// Is makes errors.Is(err, kind) true for the error's own kind.
func (e *Error) Is(target error) bool { return target == e.Kind }

// Unwrap gives the cause, so that errors.Is(err, context.Canceled) works.
func (e *Error) Unwrap() error { return e.Err }

// tellingLine returns the first line of a log that announces a failure, else its last line.
func tellingLine(log string) string {
	last := ""
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		if announces(line) {
			return line
		}
		if line != "" {
			last = line
		}
	}
	return last
}

// fault returns an Error whose plugin, digest and stage the caller fills in. Its text may hold what a
// guest says: it is cut and cleaned.
func fault(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Detail: oneLine(fmt.Sprintf(format, args...))}
}

// over returns a fault about a limit that was exceeded.
func over(kind Kind, used, limit int64, what string) *Error {
	e := fault(kind, "%s: %d bytes, over the limit of %d bytes", what, used, limit)
	e.Used, e.Limit = used, limit
	return e
}
