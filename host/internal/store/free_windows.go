package store

import (
	"io/fs"

	"golang.org/x/sys/windows"
)

// freeBytes says how much this user may still write to dir's disk.
func freeBytes(dir string) (int64, error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, err
	}
	return int64(free), nil
}

// occupied returns the length of a file.
func occupied(info fs.FileInfo) int64 { return info.Size() }
