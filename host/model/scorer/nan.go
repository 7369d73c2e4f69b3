package scorer

import "bytes"

// finite returns a JSON text in which the numbers NaN and Infinity, which some servers write and JSON does not have, are null.
func finite(body []byte) []byte {
	if !bytes.Contains(body, []byte("NaN")) && !bytes.Contains(body, []byte("Infinity")) {
		return body
	}
	var out bytes.Buffer
	for i := 0; i < len(body); {
		if body[i] == '"' {
			end := endOfString(body, i)
			out.Write(body[i:end])
			i = end
			continue
		}
		if n := notFinite(body[i:]); n > 0 {
			out.WriteString("null")
			i += n
			continue
		}
		out.WriteByte(body[i])
		i++
	}
	return out.Bytes()
}

// notFinite returns the length of the word that a text begins with if it stands for NaN or infinity; else 0.
func notFinite(text []byte) int {
	for _, word := range []string{"NaN", "-NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	return 0
}

// endOfString returns the place behind the string that begins at i.
func endOfString(body []byte, i int) int {
	for i++; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(body)
}
