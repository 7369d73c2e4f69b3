package servecmd

import (
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/serve"
)

// NewMCP makes the command `mcp`.
func NewMCP(of Shell) *cobra.Command {
	f := &flags{shell: of}
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Offer ask, search, explain, replay and policy diff to an agent over MCP",
		Long: "Speaks the Model Context Protocol on standard input and output, for an agent that starts it; the log goes to standard error.\n" +
			"Tools: ask (with progress, may be cancelled), ask_start, ask_status and ask_result for clients that time out, search, explain,\n" +
			"replay, policy_diff. A service offers the same to agents under /mcp, see `sparkhost serve`.\n\n" +
			"Exit codes: 0 the agent has left, 1 failed, 2 a policy is wrong.",
		Example: "  sparkhost mcp --corpus papers.jsonl\n" +
			"  claude mcp add sparkhost -- sparkhost mcp --corpus /data/papers.jsonl --policy standard",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.agent(c) },
	}
	f.registerConfig(c)
	f.registerLimits(c)
	return c
}

func (f *flags) agent(c *cobra.Command) error {
	o, err := f.config(c.ErrOrStderr())
	if err != nil {
		return err
	}
	o.Memory = true // an agent's session is short, and a service may have the folder
	end, err := f.telemetry(&o)
	if err != nil {
		return err
	}
	defer end()
	s, err := serve.New(c.Context(), o)
	if err != nil {
		return f.unopened(c.ErrOrStderr(), err)
	}
	err = s.Agent(c.Context(), &mcp.IOTransport{Reader: io.NopCloser(c.InOrStdin()), Writer: open{c.OutOrStdout()}})
	if c.Context().Err() != nil || errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, s.Close())
}

// An open writer is not closed by the protocol.
type open struct{ io.Writer }

// Close implements io.Closer.
func (open) Close() error { return nil }
