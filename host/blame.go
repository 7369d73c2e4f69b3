package host

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"

	"github.com/sparkhost/sparkhost/host/plugin"
)

// machineErrors are errors of the operating system that are not the fault of anybody's file.
var machineErrors = []error{
	fs.ErrPermission, syscall.EIO, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM,
}

// ofMachine says whether an error is the machine's and may be gone another time, so that it is no
// [PolicyError]: a file that must not be read, a full or broken disk, a compilation that took too long.
func ofMachine(err error) bool {
	var refused *plugin.Error
	if errors.As(err, &refused) && refused.Kind == plugin.KindTime && refused.Stage == "load" {
		return true
	}
	return slices.ContainsFunc(machineErrors, func(kind error) bool { return errors.Is(err, kind) })
}
