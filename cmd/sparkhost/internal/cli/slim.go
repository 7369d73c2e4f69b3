//go:build slim

package cli

import (
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
)

// rest stands for the commands that the program of `make run` leaves out, because what they link takes a quarter of a build from nothing:
// servers, queues, the protocol of agents, telemetry, linear algebra. Each is listed, and says how to get it whatever it is given.
func rest() []*cobra.Command {
	var out []*cobra.Command
	for _, one := range [][2]string{
		{"calibrate", "Fit a policy's confidence to questions whose answers are known"},
		{"serve", "Serve questions over HTTP: an API, live events, and a page for people"},
		{"mcp", "Offer ask, search, explain, replay and policy diff to an agent over MCP"},
		{"submit", "Submit a file of questions as a batch, for workers to answer"},
		{"worker", "Answer the questions of submitted batches until it is stopped"},
		{"batch", "List, show, plan, cancel and retry submitted batches, and write their results"},
	} {
		out = append(out, &cobra.Command{
			Use: one[0], Short: one[1] + " (needs make build)", DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return shell.LeftOut(one[0]) },
		})
	}
	return out
}
