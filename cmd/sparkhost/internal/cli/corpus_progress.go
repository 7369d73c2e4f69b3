package cli

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// An indexBar shows how much of a corpus has been read. It draws nothing unless
// its writer is a terminal, and nothing before there is progress.
type indexBar struct {
	w        io.Writer
	name     string
	progress *mpb.Progress
	bar      *mpb.Bar
}

func newIndexBar(w io.Writer) *indexBar { return newBar(w, "indexing ") }

// newBar is a bar with a name before it.
func newBar(w io.Writer, name string) *indexBar { return &indexBar{w: w, name: name} }

// set shows done of total bytes.
func (b *indexBar) set(done, total int) {
	if b.bar == nil {
		if !isTerminal(b.w) {
			return
		}
		b.progress = mpb.New(mpb.WithOutput(b.w), mpb.WithWidth(40))
		b.bar = b.progress.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(b.name)),
			mpb.AppendDecorators(decor.CountersKibiByte("% .0f / % .0f "), decor.EwmaETA(decor.ET_STYLE_GO, 30)))
	}
	b.bar.SetCurrent(int64(done))
}

// done takes the bar away.
func (b *indexBar) done() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.progress.Wait()
	}
}

// isTerminal says whether people watch w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
