package policycmd

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/host/policy/plan"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/policies"
)

// diffed is the output of `policy diff`: what the policies mean differently, and what that does to each record.
type diffed struct {
	*replay.Report
	Meaning []plan.Change `json:"policy_changes"`
	Judged  *judgedFlips  `json:"judged,omitempty"` // nil: no right answers are known
}

// mostMeaning limits how many changes of meaning the text shows; `policy plan --against` shows all.
const mostMeaning = 12

// meaning compares the two policies as texts, which are known to load.
func meaning(f *flags.ReplayFlags, c *cobra.Command, paths []string) ([]plan.Change, error) {
	mode, err := f.ChosenMode()
	if err != nil {
		return nil, err
	}
	var sides [2][]load.Setting
	for i, path := range paths {
		p, err := flags.Load(c, load.Options{
			Path: path, Mode: mode, Shipped: policies.FS, Vars: f.Vars, VarFiles: f.VarFiles, Env: os.LookupEnv, EnvNames: shell.EnvNames(), Version: host.Version,
		})
		if err != nil {
			return nil, err
		}
		if sides[i], err = p.Set.Settings(p.Name); err != nil {
			return nil, err
		}
	}
	return plan.Compare(sides[0], sides[1]), nil
}

// write tells the report and, behind it, what the policies mean differently.
func (d diffed) write(w io.Writer, policies []string) error {
	if err := d.WriteText(shell.Visible(w), false); err != nil {
		return err
	}
	if err := d.Judged.write(shell.Visible(w)); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	shown := comparison{Policy: policies[1], Against: policies[0], OldDigest: d.Old.Digest, NewDigest: d.New.Digest, Changes: d.Meaning}
	return shown.writeFirst(w, mostMeaning)
}
