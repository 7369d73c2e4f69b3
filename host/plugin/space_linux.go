package plugin

import (
	"os"

	"golang.org/x/sys/unix"
)

// reserve returns n bytes of address space without memory, or nil.
func reserve(n uint64) []byte {
	if n == 0 {
		return nil
	}
	b, err := unix.Mmap(-1, 0, int(n), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	return b
}

// populate lets the system find memory for b, which holds zeros.
func populate(b []byte) {
	if unix.Madvise(b, unix.MADV_POPULATE_WRITE) == nil {
		return
	}
	for at := 0; at < len(b); at += os.Getpagesize() { // before Linux 5.14
		b[at] = 0
	}
}

func unreserve(b []byte) {
	if b != nil {
		_ = unix.Munmap(b)
	}
}
