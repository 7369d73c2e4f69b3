package longtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A cost holds the time of a command and that of its processors.
type cost struct{ wall, cpu time.Duration }

// took runs a command with the cache of a machine, and measures it.
func (f *fleet) took(machine string, args ...string) cost {
	f.t.Helper()
	c := f.command(machine, args...)
	began := time.Now()
	out, err := c.CombinedOutput()
	require.NoError(f.t, err, "%s", out)
	return cost{time.Since(began), c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
}

// median of an odd number of costs, of each measure by itself.
func median(all []cost) cost {
	by := func(of func(cost) time.Duration) time.Duration {
		var out []time.Duration
		for _, c := range all {
			out = append(out, of(c))
		}
		slices.Sort(out)
		return out[len(out)/2]
	}
	return cost{by(func(c cost) time.Duration { return c.wall }), by(func(c cost) time.Duration { return c.cpu })}
}

// The same questions by run, and by submit with its queue and 1, 2 and 4 workers inside, in turn, three times. Plugins are compiled before.
func TestTheQueueOfAProcessCostsLittle(t *testing.T) {
	f := newFleet(t)
	f.took("speed", "run", "--corpus", f.corpus, "--questions", f.asked, "--format", "jsonl", "--out", f.file("warm.jsonl"))
	all := map[string][]cost{}
	names := []string{"run", "1", "2", "4"}
	for round := range 3 {
		for i, name := range names {
			out := f.file(fmt.Sprint(name, ".jsonl"))
			if name == "run" {
				all[name] = append(all[name], f.took("speed", "run", "--corpus", f.corpus, "--questions", f.asked, "--format", "jsonl", "--out", out, "--concurrency", "2", "--seed", fmt.Sprint(10*round+9)))
				continue
			}
			// Each has a seed of its own: else the batch would have its answers.
			all[name] = append(all[name], f.took("speed", "submit", "--corpus", f.corpus, "--questions", f.asked, "--wait", "--workers", name, "--out", out, "--seed", fmt.Sprint(10*round+i)))
		}
	}
	medians := map[string]cost{}
	for _, name := range names {
		medians[name] = median(all[name])
		t.Logf("%-3s: median %v, %v of processors; %v", name, medians[name].wall, medians[name].cpu, all[name])
	}
	assert.Equal(t, questions, strings.Count(f.read("4.jsonl"), "\n"))
	assert.LessOrEqual(t, medians["2"].wall.Seconds(), 1.3*medians["run"].wall.Seconds(), "the queue beside run --concurrency 2")
	assert.LessOrEqual(t, medians["4"].wall.Seconds(), 1.1*medians["2"].wall.Seconds(), "four workers on two processors")
}
