package fetch

import (
	"errors"
	"fmt"
)

// What callers branch on, through errors.Is.
var (
	// ErrUnavailable says that a server or the network is at fault: trying again may help.
	ErrUnavailable = errors.New("not available now")
	// ErrDigest says that the bytes are not those that were wanted. Its text is a code, as those of locks.
	ErrDigest = errors.New("L105 other-bytes")
	// ErrUnpinned says that a reference needs a digest and none was given.
	ErrUnpinned = errors.New("no digest")
	// ErrOffline says that only the network has the module, and it may not be asked.
	ErrOffline = errors.New("offline")
	// ErrExists says that a tag already holds another module.
	ErrExists = errors.New("tag exists")
)

// An Error says which reference gave no module, why, and what to do about it.
type Error struct {
	Reference string
	Reason    string // continues "REFERENCE …"
	Next      string // what the user can do
	Kind      error  // one of this package's sentinels, or nil
	Err       error  // the cause, may be nil
	Status    int    // of an HTTP answer; 0: there was none
	Missing   bool   // the registry says that it is not there
}

// Error implements error: code, reference, reason, cause, next step.
func (e *Error) Error() string {
	text := e.Reference + " " + e.Reason
	if e.Kind == ErrDigest {
		text = e.Kind.Error() + ": " + text
	}
	if e.Err != nil {
		text += fmt.Sprintf(" (%v)", e.Err)
	}
	if e.Next != "" {
		text += "; " + e.Next
	}
	return text
}

// Is makes errors.Is(err, fetch.ErrDigest) and the like work.
func (e *Error) Is(target error) bool { return e.Kind != nil && target == e.Kind }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// mismatch returns the error of a module that is not the wanted one.
func mismatch(reference, got, want string) *Error {
	return &Error{
		Reference: reference, Kind: ErrDigest,
		Reason: fmt.Sprintf("has the sha256 %s, but %s is wanted", got, want),
		Next:   "if the new module is meant, pin it: change the digest in the policy, or `sparkhost lock --update NAME`",
	}
}
