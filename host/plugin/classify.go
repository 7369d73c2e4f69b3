package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sparkhost/sparkhost/host/plugin/internal/meter"
	"github.com/tetratelabs/wazero/sys"
)

// errWall says that the plugin's own wall limit passed.
var errWall = errors.New("wall limit")

// classify turns what wazero reports after a guest function into a fault. It trusts the log
// about memory, since a Go guest that has none left writes stack traces until a limit
// stops it.
func classify(t *tank, err error, log string) *Error {
	e := fault(KindTrap, "%s", trapText(err))
	e.Err = err
	var exit *sys.ExitError
	switch {
	case errors.Is(err, errFuel):
		e = outOfFuel(t)
	case errors.Is(err, errWall):
		e = pastWall(t.wall)
	case errors.Is(err, errCtx):
		e = interrupted(t.ctx, 0)
	case errors.Is(err, errDepth):
		e.Kind, e.Detail = KindStack, fmt.Sprintf("stack overflow: its calls nest deeper than the limit of %d", meter.DefaultDepth)
		e.Used, e.Limit = meter.DefaultDepth+1, meter.DefaultDepth
	case errors.As(err, &exit):
		e.Kind, e.Detail = KindExit, fmt.Sprintf("the plugin exited with code %d", exit.ExitCode())
	case e.Detail == "stack overflow":
		e.Kind = KindStack
	}
	switch {
	case e.Kind == KindCancelled:
	case guestOutOfMemory(log), e.Kind == KindTrap && t.wasRefused():
		e.Kind, e.Detail = KindMemory, "the plugin ran out of memory"
	case strings.Contains(log, "fatal error: stack overflow"):
		e.Kind, e.Detail = KindStack, "the plugin's own stack overflowed"
	}
	return e
}

// outOfFuel returns the fault of a call that used up its limit. The text is the same on every machine.
func outOfFuel(t *tank) *Error {
	e := fault(KindFuel, "stopped at the limit of %d units of fuel", t.limit)
	e.Used, e.Limit = t.used(), t.limit
	return e
}

func pastWall(wall time.Duration) *Error {
	e := fault(KindTime, "stopped at the wall limit of %v", wall)
	e.Used, e.Limit, e.Err = int64(wall), int64(wall), context.DeadlineExceeded
	return e
}

// interrupted says why ctx ended: the plugin's limit, the caller's deadline or the caller.
func interrupted(ctx context.Context, wall time.Duration) *Error {
	if context.Cause(ctx) == errWall {
		return pastWall(wall)
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

// trapText returns the first line of wazero's text without its prefix; the stack trace stays in
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
