package outbound

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Uptime returns the time since the machine started, and which start that was. No setting of the clock changes it.
func Uptime() (boot string, since time.Duration) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	var t unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return "", 0
	}
	return strings.TrimSpace(string(id)), time.Duration(t.Nano())
}
