package record

import (
	"fmt"
	"strings"
)

// MinPrefix is the least number of bytes of an id that may stand for it.
const MinPrefix = 6

// Resolve returns the id that ref stands for: ref itself if there is such a record,
// else the only id that begins with ref, which then needs six bytes or more. Errors:
// *[AmbiguousError], or [ErrNotFound].
func (s *Store) Resolve(ref string) (string, error) {
	m, err := s.meta(ref)
	if err != nil || m.current() != 0 {
		return ref, err
	}
	var ids []string
	if len(ref) >= MinPrefix {
		err = s.db.Scan(metaKey(ref), func(key, _ []byte) error {
			ids = append(ids, string(key[1:]))
			return nil
		})
	}
	switch {
	case err != nil:
		return "", err
	case len(ids) == 0:
		return "", fmt.Errorf("record %q: %w", ref, ErrNotFound)
	case len(ids) > 1:
		return "", &AmbiguousError{ref, ids}
	}
	return ids[0], nil
}

// An AmbiguousError says that several ids begin with Prefix.
type AmbiguousError struct {
	Prefix string
	IDs    []string // ascending
}

// mostNamed limits how many candidates an [AmbiguousError] names.
const mostNamed = 10

// Error implements error.
func (e *AmbiguousError) Error() string {
	named, more := e.IDs, ""
	if len(named) > mostNamed {
		more = fmt.Sprintf(" and %d more", len(named)-mostNamed)
		named = named[:mostNamed]
	}
	return fmt.Sprintf("record %q may be any of %d: %s%s", e.Prefix, len(e.IDs), strings.Join(named, ", "), more)
}
