package local

import (
	"fmt"
	"strings"
)

// Of each file with bad lines the first maxOfFile are kept; a text names the first maxFiles files.
const (
	maxOfFile = 5
	maxFiles  = 20
)

// A BadFile is a file of a corpus with lines that are not documents.
type BadFile struct {
	File  string    `json:"file"`
	Count int       `json:"count"` // of its bad lines
	First []BadLine `json:"first"` // of them at most 5, in the order of lines
}

// SkippedText says how many lines of each file were left out, and names the first of them with their reasons; "" if none was.
func (s *Stats) SkippedText() string {
	if s.Skipped == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "skipped %s of the corpus", plural(s.Skipped, "invalid line"))
	for _, f := range s.SkippedIn[:min(len(s.SkippedIn), maxFiles)] {
		fmt.Fprintf(&b, "\n  %s: %s", f.File, plural(f.Count, "line"))
		for _, l := range f.First {
			fmt.Fprintf(&b, "\n    line %d: %s", l.Line, l.Reason)
		}
		writeMore(&b, "    ", f.Count-len(f.First), "line")
	}
	writeMore(&b, "  ", len(s.SkippedIn)-maxFiles, "file")
	if len(s.SkippedIn) == 0 { // an index of an older release has no counts of files
		for _, l := range s.SkippedAt {
			b.WriteString("\n  " + l.String())
		}
		writeMore(&b, "  ", s.Skipped-len(s.SkippedAt), "line")
	}
	return b.String()
}

// writeMore says that so many more are not named.
func writeMore(b *strings.Builder, indent string, n int, noun string) {
	if n > 0 {
		fmt.Fprintf(b, "\n%sand %s", indent, plural(n, "more "+noun))
	}
}

// add adds the bad lines of a part of a file: how many there are, and the first of them.
func (e *BadLinesError) add(file string, count int, first []BadLine) {
	if count == 0 {
		return
	}
	e.Count += count
	e.Shown = append(e.Shown, first[:min(len(first), maxShown-len(e.Shown))]...)
	if n := len(e.Files); n == 0 || e.Files[n-1].File != file {
		e.Files = append(e.Files, BadFile{File: file})
	}
	f := &e.Files[len(e.Files)-1]
	f.Count += count
	f.First = append(f.First, first[:min(len(first), maxOfFile-len(f.First))]...)
}

// full says whether a further bad line of the file would only be counted.
func (e *BadLinesError) full(file string) bool {
	n := len(e.Files)
	return len(e.Shown) == maxShown && n > 0 && e.Files[n-1].File == file && len(e.Files[n-1].First) == maxOfFile
}
