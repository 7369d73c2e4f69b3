package pagefile

import (
	"fmt"
	"runtime/debug"
)

// Guard runs f, which reads views, and makes an error that matches [ErrDamaged] of the fault that the system
// raises when a mapped file was shortened by somebody while it is read. Other panics pass through.
func Guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(interface{ Addr() uintptr })
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%w: a file was shortened while it was read (%v)", ErrDamaged, fault)
		}
	}()
	return f()
}
