package fleetcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/sparkhost/sparkhost/host/fleet/batch"
	"github.com/sparkhost/sparkhost/host/fleet/submit"
)

// receipt says what a submission did.
func receipt(m batch.Manifest, r submit.Receipt) string {
	text := fmt.Sprintf("batch %s: %d questions", m.ID, m.Questions)
	if r.Known {
		text += fmt.Sprintf(", submitted before: %d have an answer, %d wait or are being answered", r.Answered, r.Waiting)
	}
	if r.Poisoned > 0 {
		text += fmt.Sprintf(", %d failed too often (see `sparkhost batch retry`)", r.Poisoned)
	}
	if len(r.Lost) > 0 {
		text += fmt.Sprintf("; the servers lost %d, which are asked again: %s", len(r.Lost), some(r.Lost))
	}
	return text
}

// mostNamed limits how many questions a message names.
const mostNamed = 20

func some(ids []string) string {
	if rest := len(ids) - mostNamed; rest > 0 {
		return strings.Join(ids[:mostNamed], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(ids, ", ")
}

// sayTo writes messages for people.
func sayTo(w io.Writer) func(string) {
	return func(message string) { fmt.Fprintln(w, "sparkhost: "+message) }
}
