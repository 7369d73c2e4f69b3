package host_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// listener keeps what a host says while it opens; plugins and sources open side by side.
type listener struct {
	mu   sync.Mutex
	said []string
}

func (l *listener) notify(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, text)
}

func TestTheSecondHostOnAFolderWorksInMemoryAndSaysSo(t *testing.T) {
	home := t.TempDir()
	var heard listener
	first := openWith(t, host.Config{Policy: "baseline", Home: home, Notify: heard.notify})
	assert.Empty(t, heard.said)
	second := openWith(t, host.Config{Policy: "baseline", Home: home, Notify: heard.notify})
	said := strings.Join(heard.said, "\n")
	assert.Contains(t, said, "going on without a cache on disk")
	assert.Contains(t, said, "records of this process are kept only with a record folder")

	questions := []evidence.Question{rapamycin}
	assert.Equal(t, askLines(t, first, questions, 1), askLines(t, second, questions, 1))

	require.NoError(t, first.Close())
	heard.said = nil
	third := openWith(t, host.Config{Policy: "baseline", Home: home, Notify: heard.notify})
	assert.Empty(t, heard.said, "the folder is free again")
	r, err := third.Ask(context.Background(), rapamycin)
	require.NoError(t, err)
	assert.NotNil(t, r.Answer)
}
