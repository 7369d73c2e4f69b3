package flags

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
)

func TestAModuleThatIsRefusedExitsWithAnotherCodeThanAMachineThatFails(t *testing.T) {
	for name, x := range map[string]struct {
		err  error
		want int
	}{
		"another digest":       {&fetch.Error{Kind: fetch.ErrDigest}, shell.ExitPolicy},
		"no digest":            {&fetch.Error{Kind: fetch.ErrUnpinned}, shell.ExitPolicy},
		"another ABI":          {&plugin.Error{Stage: "load", Kind: plugin.KindABI}, shell.ExitPolicy},
		"a loop in describe":   {&plugin.Error{Stage: "describe", Kind: plugin.KindTime}, shell.ExitPolicy},
		"slow compilation":     {&plugin.Error{Stage: "load", Kind: plugin.KindTime}, shell.ExitFailed},
		"server gone":          {&fetch.Error{Kind: fetch.ErrUnavailable}, shell.ExitFailed},
		"folder not writeable": {os.ErrPermission, shell.ExitFailed},
	} {
		assert.Equal(t, x.want, shell.ExitCode(Blame(context.Background(), x.err)), name)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	assert.Equal(t, shell.ExitInterrupted, shell.ExitCode(Blame(stopped, errors.New("any"))))
}
