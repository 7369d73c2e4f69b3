package shell

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNoBarIsDrawnOverResultsOnATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	p := NewProgress(terminal)
	t.Cleanup(p.Close)
	require.NotNil(t, p.bars, "bars are drawn on a terminal")
	p.YieldTo(&bytes.Buffer{})
	assert.NotNil(t, p.bars, "results go elsewhere")
	p.YieldTo(terminal)
	assert.Nil(t, p.bars, "results appear beside the bars")
}

func TestMessagesMayComeWhileTheBarsEnd(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	p := NewProgress(terminal)
	said := make(chan struct{})
	go func() {
		defer close(said)
		for range 20 {
			p.Say("a connection was lost")
		}
	}()
	p.Close()
	<-said
}
