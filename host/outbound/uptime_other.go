//go:build !linux

package outbound

import "time"

// Uptime is not known on this system: clocks that are set are noticed by the longest pause alone.
func Uptime() (boot string, since time.Duration) { return "", 0 }
