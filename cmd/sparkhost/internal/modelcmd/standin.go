package modelcmd

import (
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/host/model/tiny"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// modelStandinFlags are the flags of `model standin`.
type modelStandinFlags struct {
	script, listen, train string
	printURL              bool
}

func newModelStandinCommand() *cobra.Command {
	var f modelStandinFlags
	c := &cobra.Command{
		Use:   "standin",
		Short: "Serve a fake model for testing",
		Long: "Serves the wire formats of Anthropic (/v1/messages) and OpenAI (/v1/chat/completions) on this machine until it is\n" +
			"interrupted. It plays a script of answers and faults, see docs/models.md. Requests that the script does not match are\n" +
			"answered by rules (word overlap), the same each time. It accepts any key and stores none.\n\n" +
			"It also serves rerankers, embeddings and natural-language inference (…/rerank, …/embeddings, …/predict). With --train,\n" +
			"relevance and vectors come from a small model that learns from the titles of a corpus before it serves.\n\n" +
			"Exit codes: 0 interrupted, 1 the script is wrong or the address is taken.",
		Example: "  sparkhost model standin --listen 127.0.0.1:8099\n" +
			"  sparkhost model standin --script faults.json --print-url > url &\n" +
			"  sparkhost model standin --train papers.jsonl --listen 127.0.0.1:8099",
		Args: shell.None,
		RunE: func(c *cobra.Command, _ []string) error { return f.serve(c) },
	}
	fs := c.Flags()
	fs.StringVar(&f.script, "script", "", "`file` of exchanges to play; default: rules only")
	fs.StringVar(&f.train, "train", "", "corpus `file` whose titles a small model for …/rerank and …/embeddings learns from")
	fs.StringVar(&f.listen, "listen", "127.0.0.1:0", "address of this machine; port 0: a free one")
	fs.BoolVar(&f.printURL, "print-url", false, "print only the base URL, for scripts; add /v1 for the wire format openai")
	_ = c.RegisterFlagCompletionFunc("train", shell.CompleteFiles)
	_ = c.RegisterFlagCompletionFunc("script", shell.CompleteFiles) // the error can only be an unknown flag
	return c
}

func (f *modelStandinFlags) serve(c *cobra.Command) error {
	script, err := f.read()
	if err != nil {
		return err
	}
	if err := f.learn(&script); err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(f.listen)
	if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return shell.Fail(shell.ExitFailed, "--listen %q: must be a loopback address, such as 127.0.0.1:8099, because the stand-in has no authentication", f.listen)
	}
	l, err := net.Listen("tcp", f.listen)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--listen %s: %w", f.listen, err)
	}
	url := "http://" + l.Addr().String()
	if f.printURL {
		fmt.Fprintln(c.OutOrStdout(), url)
	} else {
		fmt.Fprintf(c.OutOrStdout(), "endpoint = \"anthropic\"  base_url = %q\nendpoint = \"openai\"     base_url = %q\n", url, url+"/v1")
		fmt.Fprintln(c.ErrOrStderr(), "serving until interrupted")
	}
	return standin.Serve(c.Context(), l, script)
}

// learn lets a model that is trained on a corpus answer what it can.
func (f *modelStandinFlags) learn(script *standin.Script) error {
	if f.train == "" {
		return nil
	}
	corpus, err := os.Open(f.train)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--train: %w", err)
	}
	defer corpus.Close() // it was only read
	m, err := tiny.Read(corpus)
	if err != nil {
		return shell.Fail(shell.ExitFailed, "--train %s: %w", f.train, err)
	}
	script.Answer = m.Answer
	return nil
}

func (f *modelStandinFlags) read() (standin.Script, error) {
	if f.script == "" {
		return standin.Script{}, nil
	}
	data, err := bounded.ReadFile(f.script, bounded.Script)
	if err != nil {
		return standin.Script{}, shell.Fail(shell.ExitFailed, "--script: %w", err)
	}
	script, err := standin.ParseScript(data)
	if err != nil {
		return standin.Script{}, shell.Fail(shell.ExitFailed, "%s: %w", f.script, err)
	}
	return script, nil
}
