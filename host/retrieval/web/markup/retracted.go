package markup

import "strings"

// Retracted tells whether a title says that its work is retracted or withdrawn, as publishers write it
// before the title ("RETRACTED ARTICLE: Lemmings jump"). The title of a notice ("Retraction: …",
// "Retracted lemmings and their …") says no such thing.
func Retracted(title string) bool {
	before, _, found := strings.Cut(title, ":")
	if !found {
		before, _, found = strings.Cut(strings.TrimPrefix(strings.TrimSpace(title), "["), "]")
	}
	switch strings.Trim(strings.ToLower(before), " []*.") {
	case "retracted", "retracted article", "retracted paper", "retracted chapter", "withdrawn", "withdrawn article", "removed":
		return found
	}
	return false
}
