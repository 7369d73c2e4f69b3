package host_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/retrieval/standin"
)

func TestProvidersAreToldAContactIfThereIsOne(t *testing.T) {
	for mail, want := range map[string]string{"": `\(\+https://github\.com/sparkhost/sparkhost\)$`, "you@example.org": `\(\+https://github\.com/sparkhost/sparkhost; mailto:you@example\.org\)$`} {
		var mu sync.Mutex
		agents := map[string]bool{}
		answer := standin.Library("europepmc")
		server := standin.New(standin.Route{Provider: "europepmc", Answer: func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			agents[r.UserAgent()] = true
			mu.Unlock()
			answer(w, r)
		}})
		_, err := askOnce(t, host.Config{Policy: livePolicy(t, server.Listen(t)+"/europepmc"), Home: warmHome(t), Environ: []string{host.ContactVariable + "=" + mail}}, evidence.Question{ID: "q", Question: "Zinc lozenges shorten the common cold.", Type: "claim"})
		require.NoError(t, err)
		require.Len(t, agents, 1)
		for agent := range agents {
			assert.Regexp(t, want, agent)
		}
	}
	_, err := askOnce(t, host.Config{Policy: livePolicy(t, "http://127.0.0.1:1"), Home: warmHome(t), Environ: []string{host.ContactVariable + "=me\r\nX: y@z"}}, evidence.Question{ID: "q", Question: "Is it?"})
	assert.ErrorContains(t, err, host.ContactVariable)
}
