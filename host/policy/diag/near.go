package diag

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
)

// near returns a diagnostic and its file with only the lines that are shown, and empty lines before them: hcl's writer reads the
// whole file for each diagnostic, character by character, which takes seconds for fifty at the end of 256 KiB.
func near(d *hcl.Diagnostic, f *hcl.File) (*hcl.Diagnostic, *hcl.File) {
	whole := *d.Subject
	if d.Context != nil {
		whole = hcl.RangeOver(whole, *d.Context)
	}
	start := min(max(whole.Start.Byte, 0), len(f.Bytes))
	from, upto := bytes.LastIndexByte(f.Bytes[:start], '\n')+1, len(f.Bytes)
	end := min(max(whole.End.Byte, start)+1, len(f.Bytes)) // an empty range is shown as one character
	if i := bytes.IndexByte(f.Bytes[end:], '\n'); i >= 0 {
		upto = end + i
	}
	lines := bytes.Count(f.Bytes[:from], []byte("\n"))
	by := lines - from
	shown := *d
	shown.Subject, shown.Context = moved(d.Subject, by), moved(d.Context, by)
	return &shown, &hcl.File{Bytes: append(bytes.Repeat([]byte("\n"), lines), f.Bytes[from:upto]...), Nav: places{f.Nav, by}}
}

func moved(r *hcl.Range, by int) *hcl.Range {
	if r == nil {
		return nil
	}
	out := *r
	out.Start.Byte += by
	out.End.Byte += by
	return &out
}

// places names the block around an offset of a file that was moved.
type places struct {
	nav any
	by  int
}

// ContextString implements what hcl's writer asks of [hcl.File.Nav].
func (p places) ContextString(offset int) string {
	if nav, ok := p.nav.(interface{ ContextString(offset int) string }); ok {
		return nav.ContextString(offset - p.by)
	}
	return ""
}

// file returns the file that a diagnostic is about; nil if it is not at hand.
func file(d *hcl.Diagnostic, files map[string]*hcl.File) *hcl.File {
	if d.Subject == nil || files[d.Subject.Filename] == nil || files[d.Subject.Filename].Bytes == nil {
		return nil
	}
	return files[d.Subject.Filename]
}
