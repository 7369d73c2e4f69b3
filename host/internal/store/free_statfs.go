//go:build linux || darwin || freebsd

package store

import (
	"io/fs"
	"syscall"
)

// freeBytes says how much an unprivileged process may still write to dir's disk.
func freeBytes(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}

// occupied returns the space a file takes on the disk, holes apart.
func occupied(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(s.Blocks) * 512
	}
	return info.Size()
}
