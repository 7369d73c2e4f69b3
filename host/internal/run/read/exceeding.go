package read

import (
	"fmt"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
)

// TextUnread is the code of the warning that documents are longer than is read of them.
const TextUnread = "text_unread"

// Read cuts a document to answer from its passages, and notes whether it has more text than is read.
func (r *Run) Read(d *state.Document) []*state.Passage {
	out := r.Cut(d)
	d.Exceeds = d.Text.Exceeds
	return out
}

// WarnOfUnread says once how many of the documents that were read are longer than is read of them. A run that was taken up from a
// checkpoint says what the recorded run said: it read under the same settings.
func (r *Run) WarnOfUnread() {
	if r.Resumed != nil {
		if r.UnreadThen != "" {
			r.Warn(TextUnread, "read", r.UnreadThen)
		}
		return
	}
	n := 0
	for _, d := range r.ByIndex {
		if d.Exceeds {
			n++
		}
	}
	switch most := r.Policy.Read.MaxChars; {
	case n == 1:
		r.Warn(TextUnread, "read", fmt.Sprintf("1 document that was read is longer than %d bytes, and the rest of its text was not read; to read more, raise read.max_chars in the policy", most))
	case n > 1:
		r.Warn(TextUnread, "read", fmt.Sprintf("%d documents that were read are longer than %d bytes, and the rest of their texts was not read; to read more, raise read.max_chars in the policy", n, most))
	}
}
