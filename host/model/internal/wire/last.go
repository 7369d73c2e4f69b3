package wire

// Last adds words to the end of a message, if they are for it. What a schema asks for in words stands last, so that prompts for different
// answers begin alike and vendors can keep what they begin with.
func Last(text, words string, here bool) string {
	if words == "" || !here {
		return text
	}
	return text + "\n\n" + words
}
