package run

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/limit"
	"github.com/sparkhost/sparkhost/host/plugin"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// A following plugin answers no call before another plugin was called.
type following struct {
	bind.Plugin
	after  <-chan struct{}
	called chan struct{}
	once   sync.Once
}

func (f *following) CallWithin(ctx context.Context, r *contract.Request, b limit.Call) (*contract.Response, plugin.Call, error) {
	f.once.Do(func() { close(f.called) })
	select {
	case <-f.after:
	case <-time.After(time.Minute):
	}
	return f.Plugin.CallWithin(ctx, r, b)
}

const threeStages = `
	triangulate {
		stage "numbers" { plugin = plugin.triangulation }
	}
	options {
		stage "extraction" {
			plugin = plugin.extraction
			config = { mode = "options" }
		}
	}
	answer {
		stage "extraction" { plugin = plugin.extraction }
	}`

// Triangulation waits for verification, and verification for what looks for the answer: a run that asked one after the
// other would take a minute, and its calls would be none the less recorded in their order.
func TestVerifyStagesAndThoseThatAnswerAreAskedSideBySide(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // on one processor nothing is begun ahead
	local := shelfOf(kinase, growth, binding)
	for stage, q := range map[string]evidence.Question{"options.extraction": inhibits, "answer.extraction": without(inhibits)} {
		alone := answered(t, partsOf(t, oneRound("")+threeStages, local), q)
		p := partsOf(t, oneRound("")+threeStages, local)
		last := make(chan struct{})
		close(last)
		after := (<-chan struct{})(last)
		for _, name := range []string{"extraction", "falsification", "triangulation"} {
			f := &following{Plugin: p.Plugins[name], after: after, called: make(chan struct{})}
			p.Plugins[name], after = f, f.called
		}
		began := time.Now()
		r := answered(t, p, q)
		require.Less(t, time.Since(began), 50*time.Second)
		assert.Equal(t, recorded[record.PluginCall](t, alone, record.KindPluginCall), recorded[record.PluginCall](t, r, record.KindPluginCall))
		assert.Equal(t, alone.Result, r.Result)
		var stages []string
		for _, c := range recorded[record.PluginCall](t, r, record.KindPluginCall) {
			stages = append(stages, c.Stage)
		}
		assert.Subset(t, stages, []string{"triangulate.numbers", "verify.markers", stage})
	}
}
