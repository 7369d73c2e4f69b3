package wire

// Append adds words to the end of a message, if there are any. What a schema asks for in words stands last, so that prompts for different
// answers begin alike and vendors can keep what they begin with.
func Append(text, words string) string {
	if words == "" {
		return text
	}
	return text + "\n\n" + words
}
