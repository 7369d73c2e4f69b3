package tape

import (
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/host/plugin"
)

// A NeedError ends a replay whose policy asks a source for something that the recorded run did not.
type NeedError struct{ Round, Source, Query string }

// Error implements error.
func (n *NeedError) Error() string {
	return fmt.Sprintf("round %q asks source %q for %q, which was never fetched", n.Round, n.Source, n.Query)
}

// An UnknowableError ends a replay of which the record cannot say how the run would go.
type UnknowableError struct{ Why string }

// Error implements error.
func (u *UnknowableError) Error() string { return u.Why }

// Unknowable is err if it ends a replay, else nil.
func Unknowable(err error) error {
	var need *NeedError
	var unknown *UnknowableError
	if errors.As(err, &need) || errors.As(err, &unknown) || errors.Is(err, plugin.ErrUnknownCall) {
		return err
	}
	return nil
}
