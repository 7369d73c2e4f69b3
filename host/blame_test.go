package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/policy"
)

func TestWhatTheMachineIsToBlameForIsNoMistakeOfThePolicy(t *testing.T) {
	one := policy.Plugin{Name: "p", Source: "p.wasm", At: policy.Pos{File: "x.policy.hcl", Line: 3, Column: 1}}
	file := func(err error) error { return &fs.PathError{Op: "open", Path: "p.wasm", Err: err} }
	for _, tt := range []struct {
		name   string
		err    error
		policy bool
	}{
		{"a file that is not there", file(syscall.ENOENT), true},
		{"another digest", fmt.Errorf("p.wasm: %w", fetch.ErrDigest), true},
		{"a module that is refused", &plugin.Error{Plugin: "p", Stage: "load", Kind: plugin.KindABI}, true},
		{"a plugin that is too slow to describe itself", &plugin.Error{Plugin: "p", Stage: "describe", Kind: plugin.KindTime}, true},
		{"a file that must not be read", file(syscall.EACCES), false},
		{"a disk that is full", fmt.Errorf("keep: %w", file(syscall.ENOSPC)), false},
		{"a disk that is broken", file(syscall.EIO), false},
		{"too many open files", os.NewSyscallError("open", syscall.EMFILE), false},
		{"a compilation that took too long", &plugin.Error{Plugin: "p", Stage: "load", Kind: plugin.KindTime}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var wrong *PolicyError
			for _, err := range []error{unread(one, tt.err), refusal(one, tt.err)} {
				assert.Equal(t, tt.policy, errors.As(err, &wrong), "%v", err)
				assert.ErrorIs(t, err, tt.err)
				assert.Contains(t, err.Error(), "x.policy.hcl:3", "the place is said all the same")
			}
		})
	}
}
