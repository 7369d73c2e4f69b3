package plainjson

// Values counts what starts a value or a name in a JSON text: brackets, colons and commas outside of strings. It reads
// each byte once.
func Values(text []byte) int {
	n, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '{' || c == '[' || c == ':' || c == ','):
			n++
		}
	}
	return n
}
