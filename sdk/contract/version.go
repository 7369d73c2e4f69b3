package contract

import (
	"errors"
	"strconv"
)

// Version is the newest version of all three stage contracts that this package speaks; they move together.
const Version = 1

// OldestVersion is the oldest that it speaks.
const OldestVersion = 1

// Speaks reports whether this package speaks that version of the contracts.
func Speaks(version uint32) bool { return version >= OldestVersion && version <= Version }

// ErrVersion is matched, through errors.Is, by the error of [Manifest.Negotiate].
var ErrVersion = errors.New("no contract version in common")

// A VersionError says that a plugin and this package have no version of the contracts in common.
type VersionError struct {
	Oldest, Newest uint32 // what the plugin speaks
}

// Error implements error. It names the versions of both, and the next step.
func (e *VersionError) Error() string {
	return "manifest: contract: it was built for " + versions(e.Oldest, e.Newest) + ", this host speaks " + versions(OldestVersion, Version) +
		": use the sparkhost release that it was built for, or build it with the SDK of this one"
}

// Is makes errors.Is(err, ErrVersion) and errors.Is(err, ErrInvalid) true.
func (e *VersionError) Is(target error) bool { return target == ErrVersion || target == ErrInvalid }

// Negotiate returns the version that requests to the plugin are of: the newest that both the plugin
// and this package speak. The error is a [*VersionError].
func (m *Manifest) Negotiate() (uint32, error) {
	oldest := m.OldestContract
	if oldest == 0 {
		oldest = m.Contract
	}
	version := min(m.Contract, Version)
	if oldest > m.Contract || version < oldest || !Speaks(version) {
		return 0, &VersionError{oldest, m.Contract}
	}
	return version, nil
}

// versionFault returns what a plugin says to a request of a version that it does not speak, or "".
func (r *Request) versionFault() string {
	if Speaks(r.Contract) {
		return ""
	}
	return "it is of contract " + strconv.FormatUint(uint64(r.Contract), 10) + ", this plugin speaks " + versions(OldestVersion, Version) +
		": use a sparkhost release that speaks it, or build the plugin with a newer SDK"
}

// versions writes a range of versions; the last of one that is the wrong way round.
func versions(from, to uint32) string {
	if from >= to {
		return "contract " + strconv.FormatUint(uint64(to), 10)
	}
	return "contracts " + strconv.FormatUint(uint64(from), 10) + " to " + strconv.FormatUint(uint64(to), 10)
}
