package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tetratelabs/wazero/sys"
)

// errWall is the cause of a context that ended because the plugin's own wall limit passed.
var errWall = errors.New("wall limit")

// classify turns what wazero reports after a guest function into a fault. It trusts the
// context, not the exit code, about cancellation, since a guest can exit with any code; and
// the log about memory, since a Go guest that has none left writes stack traces until the
// wall limit stops it.
func classify(ctx context.Context, err error, log string, wall time.Duration) *Error {
	e := fault(KindTrap, "%s", trapText(err))
	e.Err = err
	var exit *sys.ExitError
	switch exited := errors.As(err, &exit); {
	case exited && ctx.Err() != nil && isInterruption(exit.ExitCode()):
		e = interrupted(ctx, wall)
	case exited:
		e.Kind, e.Detail = KindExit, fmt.Sprintf("the plugin exited with code %d", exit.ExitCode())
	case e.Detail == "stack overflow":
		e.Kind = KindStack
	}
	switch {
	case e.Kind == KindCancelled:
	case guestOutOfMemory(log):
		e.Kind, e.Detail = KindMemory, "the plugin ran out of memory"
	case strings.Contains(log, "fatal error: stack overflow"):
		e.Kind, e.Detail = KindStack, "the plugin's own stack overflowed"
	}
	return e
}

func isInterruption(code uint32) bool {
	return code == sys.ExitCodeContextCanceled || code == sys.ExitCodeDeadlineExceeded
}

// interrupted says why ctx ended: the plugin's limit, the caller's deadline or the caller.
func interrupted(ctx context.Context, wall time.Duration) *Error {
	if context.Cause(ctx) == errWall {
		e := fault(KindTime, "stopped at the wall limit of %v", wall)
		e.Used, e.Limit, e.Err = int64(wall), int64(wall), context.DeadlineExceeded
		return e
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		e := fault(KindTime, "stopped at the caller's deadline")
		e.Err = context.DeadlineExceeded
		return e
	}
	e := fault(KindCancelled, "the caller cancelled the call")
	e.Err = context.Canceled
	return e
}

// trapText is the first line of wazero's text without its prefix; the stack trace stays in
// the cause.
func trapText(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(line, "wasm error: ")
}

// guestOutOfMemory knows what stock Go and TinyGo print when memory.grow is refused.
func guestOutOfMemory(log string) bool {
	return strings.Contains(log, "fatal error: out of memory") ||
		strings.Contains(log, "runtime: out of memory") ||
		strings.Contains(log, "panic: runtime error: out of memory") ||
		strings.Contains(log, "cannot allocate memory")
}
