package report

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes a workflow command for each finding, which GitHub shows at its place in
// the change. Files are named relative to dir, the working directory.
func WriteGitHub(w io.Writer, dir string, findings []Finding) error {
	var b strings.Builder
	for _, f := range findings {
		command := map[Level]string{LevelError: "error", LevelWarning: "warning", LevelNote: "notice"}[f.Level]
		b.WriteString("::" + command + " ")
		if f.File != "" && !virtual(f.File) {
			fmt.Fprintf(&b, "file=%s,", property(relative(dir, f.File)))
			if f.Line > 0 {
				fmt.Fprintf(&b, "line=%d,", f.Line)
			}
			if f.Column > 0 {
				fmt.Fprintf(&b, "col=%d,", f.Column)
			}
		}
		fmt.Fprintf(&b, "title=%s::%s\n", property(title(f)), message(f.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func title(f Finding) string { return strings.TrimSpace(f.Rule + " " + f.Name) }

var messageEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

// message escapes what follows the second "::" of a command, which ends with the line.
func message(s string) string { return messageEscapes.Replace(clean(s)) }

// property escapes a value before it, which ends with a comma or a colon.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(s))
}
