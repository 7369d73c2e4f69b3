package openai

import "strings"

// withoutThoughts drops the reasoning that servers put before the answer when they do not know the model's marks.
func withoutThoughts(text string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "<think>")
	if !ok {
		return text
	}
	if _, after, ok := strings.Cut(rest, "</think>"); ok {
		return strings.TrimSpace(after)
	}
	return ""
}
