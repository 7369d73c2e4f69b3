package state

// maxDraftRunes limits how much of a draft a warning shows.
const maxDraftRunes = 80

// Shorten cuts a draft for a warning.
func Shorten(text string) string {
	if runes := []rune(text); len(runes) > maxDraftRunes {
		return string(runes[:maxDraftRunes-1]) + "…"
	}
	return text
}
