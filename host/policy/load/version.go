package load

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// satisfies says whether a version meets a constraint such as ">= 0.1.0, < 2.0.0".
// An empty version meets every well-formed constraint; pre-release suffixes do not count.
func satisfies(version, constraint string) (bool, error) {
	all := true
	for _, part := range strings.Split(constraint, ",") {
		op, want, err := splitConstraint(strings.TrimSpace(part))
		if err != nil {
			return false, err
		}
		if version == "" {
			continue
		}
		have, err := parseVersion(version)
		if err != nil {
			return false, err
		}
		all = all && meets(compareVersions(have, want), op)
	}
	return all, nil
}

func splitConstraint(part string) (string, [3]int, error) {
	for _, op := range []string{">=", "<=", "!=", ">", "<", "="} {
		if rest, ok := strings.CutPrefix(part, op); ok {
			v, err := parseVersion(strings.TrimSpace(rest))
			return op, v, err
		}
	}
	return "", [3]int{}, fmt.Errorf("%q does not start with >=, <=, >, <, = or !=", part)
}

func parseVersion(text string) ([3]int, error) {
	core, _, _ := strings.Cut(strings.TrimPrefix(text, "v"), "-")
	fields := strings.Split(core, ".")
	var out [3]int
	if len(fields) != 3 {
		return out, fmt.Errorf("%q is not a version such as 1.2.3", text)
	}
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < 0 {
			return out, fmt.Errorf("%q is not a version such as 1.2.3", text)
		}
		out[i] = n
	}
	return out, nil
}

func compareVersions(a, b [3]int) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

func meets(c int, op string) bool {
	switch op {
	case ">=":
		return c >= 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	case "<":
		return c < 0
	case "!=":
		return c != 0
	}
	return c == 0
}
