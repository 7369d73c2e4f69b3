package contract

import "strconv"

// Version is the newest version of all three stage contracts that this package speaks; they move together.
const Version = 1

// OldestVersion is the oldest that it speaks.
const OldestVersion = 1

// Speaks reports whether this package speaks that version of the contracts.
func Speaks(version uint32) bool { return version >= OldestVersion && version <= Version }

// Negotiate returns the version that requests to the plugin are of: the newest that both the plugin
// and this package speak. The error, an [*InvalidError], names the versions of both.
func (m *Manifest) Negotiate() (uint32, error) {
	oldest := m.OldestContract
	if oldest == 0 {
		oldest = m.Contract
	}
	version := min(m.Contract, Version)
	if oldest > m.Contract || version < oldest || !Speaks(version) {
		reason := "it was built for " + versions(oldest, m.Contract) + ", this host speaks " + versions(OldestVersion, Version) +
			": use the sparkhost release that it was built for, or build it with the SDK of this one"
		return 0, &InvalidError{"manifest", "contract", reason}
	}
	return version, nil
}

// versionFault is what a plugin says to a request of a version that it does not speak, or "".
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
