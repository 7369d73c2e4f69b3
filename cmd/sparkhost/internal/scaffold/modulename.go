package scaffold

import (
	"fmt"
	"slices"
	"strings"
)

// standard are the first elements of the import paths that belong to Go itself, and the words that its commands
// read as many packages. A module of that name cannot be built, or hides what it imports.
const standard = "all archive bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors " +
	"expvar flag fmt go hash html image index internal io iter log main maps math mime net os path plugin reflect regexp runtime " +
	"slices sort std strconv strings structs sync syscall testing text time tool unicode unique unsafe vendor weak work"

// devices are the file names that Windows keeps for itself and Go therefore refuses in module paths.
const devices = "con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9"

// checkModule says whether a project in that language can have that name. In Go it is the path of the module.
func checkModule(name, lang string) error {
	if lang != "go" && lang != "tinygo" && lang != "extism-go" {
		return nil
	}
	switch {
	case slices.Contains(strings.Fields(standard), name):
		return fmt.Errorf("plugin name %q: Go reserves this name: choose another, such as my_%s", name, name)
	case slices.Contains(strings.Fields(devices), name):
		return fmt.Errorf("plugin name %q: Go does not allow this module name, because Windows reserves it for a device: choose another, such as my_%s", name, name)
	}
	return nil
}
