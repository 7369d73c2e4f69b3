package shell

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// Progress draws bars on a terminal and nothing elsewhere; messages go to stderr always.
type Progress struct {
	w     io.Writer
	bars  *mpb.Progress // nil where nobody looks
	index *mpb.Bar
	mu    sync.Mutex
}

// NewProgress draws on w if w is a terminal.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{w: w}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
	}
	return p
}

// Say tells the user something without disturbing the bars. Many goroutines may call it.
func (p *Progress) Say(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		_, _ = p.bars.Write([]byte("sparkhost: " + message + "\n"))
		return
	}
	fmt.Fprintln(p.w, "sparkhost: "+message)
}

// Indexing shows how far the corpus is.
func (p *Progress) Indexing(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars == nil {
		return
	}
	if p.index == nil {
		p.index = p.bar("indexing", int64(total))
	}
	p.index.SetTotal(int64(total), done >= total && total > 0)
	p.index.SetCurrent(int64(done))
}

// Questions returns what to call after each question.
func (p *Progress) Questions(total int) func() {
	if p.bars == nil || total < 2 {
		return func() {}
	}
	bar := p.bar("questions", int64(total))
	return func() { bar.Increment() }
}

// Checks shows how far the checks of a plugin are.
func (p *Progress) Checks(done, total int, _ string) {
	if p.bars == nil {
		return
	}
	if p.index == nil {
		p.index = p.bar("checks", int64(total))
	}
	p.index.SetCurrent(int64(done))
}

func (p *Progress) bar(name string, total int64) *mpb.Bar {
	return p.bars.AddBar(total,
		mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR), decor.CountersNoUnit("%d/%d", decor.WCSyncSpace)),
		mpb.AppendDecorators(decor.Percentage(decor.WCSyncSpace), decor.Name(" eta "), decor.AverageETA(decor.ET_STYLE_MMSS)),
	)
}

// YieldTo ends the bars if results appear on a terminal as they come: these say how far it is, and bars would be drawn over them.
func (p *Progress) YieldTo(results io.Writer) {
	if IsTerminal(results) {
		p.Close()
	}
}

// Close ends the bars where they stand. It is safe to call twice.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		p.bars.Shutdown()
		p.bars = nil
	}
}
