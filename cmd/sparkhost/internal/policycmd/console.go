package policycmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// consoleFlags are the flags of `policy console`.
type consoleFlags struct {
	flags.LoadFlags
	record, at, home string
	set              []string
	json             string
}

func newPolicyConsoleCommand() *cobra.Command {
	var f consoleFlags
	c := &cobra.Command{
		Use:   "console [PATH]",
		Short: "Evaluate expressions over a policy's variables and a run's state",
		Long: "Reads expressions, one per line, from the terminal or standard input, and prints for each its value, its type\n" +
			"and what it read. The syntax is that of conditions. Unknown values are null; --set gives single\n" +
			"metrics values, and --record loads the state of a recorded run, at its end or just after the round --at.\n" +
			"On a terminal, help lists the names and exit (or Ctrl-D) ends.\n\n" +
			"PATH is as in `policy validate`; without it the policy is standard. --json EXPR is for scripts: it prints one\n" +
			"JSON object with expression, type, value and reads.\n\n" +
			"Exit codes: 0 done, 1 wrong usage or the record cannot be read, 2 the policy or an expression is wrong.",
		Example: `  sparkhost policy console mine.policy.hcl --record RUN --at primary
  echo 'rounds.primary.selected_quality < var.min_coverage' | sparkhost policy console --set rounds.primary.selected_quality=0.3
  sparkhost policy console standard --json 'var.min_coverage * 2'`,
		Args: shell.AtMostOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	f.Register(c)
	fs := c.Flags()
	fs.StringVar(&f.record, "record", "", "`run` whose state to load: an id or its prefix, or a record file")
	fs.StringVar(&f.at, "at", "", "load the state after this `round` of --record (default: the end)")
	fs.StringArrayVar(&f.set, "set", nil, "value of a metric as `PATH=VALUE`, overrides --record (repeatable)")
	fs.StringVar(&f.json, "json", "", "compute this `expression` and print one JSON object")
	fs.StringVar(&f.home, "cache", "", "folder of the records (default: the user's cache folder; env SPARKHOST_CACHE)")
	return c
}

func (f *consoleFlags) run(c *cobra.Command, args []string) error {
	if f.at != "" && f.record == "" {
		return shell.Fail(shell.ExitFailed, "--at needs --record RUN")
	}
	path := "standard"
	if len(args) == 1 {
		path = args[0]
	}
	opts, err := f.Options(path)
	if err != nil {
		return err
	}
	p, err := flags.Load(c, opts)
	if err != nil {
		return err
	}
	state, err := f.state(c, p)
	if err != nil {
		return err
	}
	s := session{policy: p, state: state, out: c.OutOrStdout(), err: c.ErrOrStderr()}
	if c.Flags().Changed("json") {
		return s.json(f.json)
	}
	return s.lines(c.InOrStdin(), shell.IsTerminal(s.out))
}

// state returns the state that --record and --set describe.
func (f *consoleFlags) state(c *cobra.Command, p *flags.Loaded) (policy.State, error) {
	state := policy.State{}
	if f.record != "" {
		var err error
		if state, err = recordedState(c.Context(), f.record, f.home, f.at); err != nil {
			return nil, err
		}
	}
	for _, one := range f.set {
		path, text, ok := strings.Cut(one, "=")
		if !ok {
			return nil, shell.Fail(shell.ExitFailed, "--set must be PATH=VALUE, not %q", one)
		}
		v, err := p.Set.ParseMetric(p.Name, path, text)
		if err != nil {
			return nil, shell.Fail(shell.ExitFailed, "--set %v", err)
		}
		state[path] = v
	}
	return state, nil
}

// A session asks one policy over one state.
type session struct {
	policy   *flags.Loaded
	state    policy.State
	out, err io.Writer
}

func (s *session) ask(text string) (load.Asked, hcl.Diagnostics) {
	return s.policy.Set.Ask(s.policy.Name, text, s.state)
}

// show writes what is wrong with an expression.
func (s *session) show(text string, diags hcl.Diagnostics) error {
	return shell.ShowDiagnostics(s.err, diags, map[string]*hcl.File{load.ExpressionName: {Bytes: []byte(text)}})
}

// asked is an expression's value for scripts.
type asked struct {
	FormatVersion int           `json:"format_version"`
	Expression    string        `json:"expression"`
	Type          string        `json:"type"`
	Value         any           `json:"value"`
	Reads         []policy.Used `json:"reads"`
}

func (s *session) json(text string) error {
	a, diags := s.ask(text)
	if diags.HasErrors() {
		if err := s.show(text, diags); err != nil {
			return err
		}
		return shell.Silent(shell.ExitPolicy)
	}
	enc := shell.Encoder(s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(asked{1, text, a.Type, a.Value, a.Reads})
}

// maxExpressionBytes bounds one line.
const maxExpressionBytes = 64 << 10

// lines asks line by line. People who mistype try again; of a script's lines all must be right.
func (s *session) lines(in io.Reader, watched bool) error {
	interactive := watched && isTerminalReader(in)
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 4096), maxExpressionBytes)
	wrong := false
	for s.prompt(interactive); lines.Scan(); s.prompt(interactive) {
		text := strings.TrimSpace(lines.Text())
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
			continue
		case interactive && (text == "exit" || text == "quit"):
			return nil
		case interactive && text == "help":
			fmt.Fprintln(s.out, strings.Join(s.policy.Set.Paths(s.policy.Name), "\n"))
			continue
		}
		ok, err := s.line(text)
		if err != nil {
			return err
		}
		wrong = wrong || !ok
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return shell.Fail(shell.ExitPolicy, "an expression is longer than %d KiB", maxExpressionBytes>>10)
	case err != nil:
		return err
	case wrong && !interactive:
		return shell.Silent(shell.ExitPolicy)
	}
	return nil
}

func (s *session) prompt(interactive bool) {
	if interactive {
		fmt.Fprint(s.err, "> ")
	}
}

func (s *session) line(text string) (ok bool, err error) {
	a, diags := s.ask(text)
	if diags.HasErrors() {
		return false, s.show(text, diags)
	}
	_, err = fmt.Fprintf(s.out, "%s  (%s%s)\n", shownValue(a.Value), a.Type, readsText(a.Reads))
	return true, err
}

func shownValue(v any) string {
	if v == nil {
		return "null"
	}
	return shell.Plain(schema.Spell(v))
}

func readsText(reads []policy.Used) string {
	var out []string
	for _, u := range reads {
		out = append(out, shell.Plain(u.Path)+" = "+shownValue(u.Value))
	}
	if len(out) == 0 {
		return ""
	}
	return "; reads " + strings.Join(out, ", ")
}

func isTerminalReader(r io.Reader) bool {
	w, ok := r.(io.Writer) // standard input is a file, which is both
	return ok && shell.IsTerminal(w)
}
