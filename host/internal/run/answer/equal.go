package answer

import (
	"fmt"
	"slices"
	"strings"
)

// warnOfEqualOptions tells of options that say the same: nothing can be found that speaks for one and not for the other.
func (r *Run) warnOfEqualOptions() {
	first := map[string]string{} // label of the first option with that text
	for _, o := range r.Plan.Options {
		text := normalised(o.Text)
		label, has := first[text]
		if !has {
			first[text] = o.Label
			continue
		}
		told := fmt.Sprintf("options %s and %s say the same, %q: leave one out, or say what tells them apart", label, o.Label, o.Text)
		if !slices.Contains(r.Result.Warnings, told) { // by an earlier draft
			r.Warn("equal_options", "options", told)
		}
	}
}

// normalised folds case, spaces and the mark at the end of an option's text. Signs, points and units stay: -5 and 5 differ.
func normalised(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(text)), " "), " .;,")
}
