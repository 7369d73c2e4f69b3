package shell

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// An Bar shows how much of a corpus has been read. It draws nothing unless
// its writer is a terminal, and nothing before there is progress.
type Bar struct {
	w        io.Writer
	name     string
	progress *mpb.Progress
	bar      *mpb.Bar
}

// NewIndexBar returns a bar for the indexing of a corpus.
func NewIndexBar(w io.Writer) *Bar { return NewBar(w, "indexing ") }

// NewBar returns a bar with a name before it.
func NewBar(w io.Writer, name string) *Bar { return &Bar{w: w, name: name} }

// Set shows done of total bytes.
func (b *Bar) Set(done, total int) {
	if b.bar == nil {
		if !IsTerminal(b.w) {
			return
		}
		b.progress = mpb.New(mpb.WithOutput(b.w), mpb.WithWidth(40))
		b.bar = b.progress.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(b.name)),
			mpb.AppendDecorators(decor.CountersKibiByte("% .0f / % .0f "), decor.EwmaETA(decor.ET_STYLE_GO, 30)))
	}
	b.bar.SetCurrent(int64(done))
}

// Done takes the bar away.
func (b *Bar) Done() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.progress.Wait()
	}
}

// IsTerminal says whether people watch w.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
