package state

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/internal/bind"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/record"
)

// DraftKey returns a digest of everything that decides a run's state up to the last search: of the
// policy all but what only the steps after it read. What is not named here counts, so a part of the
// policy that is added later makes other keys until somebody has thought about it. Two runs of one
// question with equal keys have equal checkpoints, but for the confidence of the draft and for what
// the conditions of falsification say, which a replay asks anew.
//
// Empty: a checkpoint would not hold enough. Fuel is charged to calls of all steps together, and a
// plugin that is called before and after the checkpoint has its calls counted together.
func (e *Engine) DraftKey() (string, error) {
	p := *e.Policy
	if p.Budget.MaxFuel > 0 {
		return "", nil
	}
	calibrator := p.Calibrate.Stage.Plugin
	for _, b := range bind.Blocks(e.Policy) {
		if b.Name != "calibrate" && slices.ContainsFunc(b.Stages, func(s *policy.Stage) bool { return s.Plugin == calibrator }) {
			return "", nil
		}
	}
	p.Name, p.Description, p.Variables, p.Gates, p.Calibrate = "", "", nil, nil, policy.Calibrate{}
	p.Options.MinMargin = 0
	p.Falsify = slices.Clone(p.Falsify)
	for i := range p.Falsify {
		p.Falsify[i].When = nil
	}
	of := func(name string) bool { return name == calibrator }
	p.Plugins = slices.DeleteFunc(slices.Clone(p.Plugins), func(one policy.Plugin) bool { return of(one.Name) })
	slices.SortFunc(p.Plugins, func(a, b policy.Plugin) int { return cmp.Compare(a.Name, b.Name) })
	data, err := record.Canonical(struct {
		Policy  string
		Sources []record.RunSource
		Plugins []record.Named
		Models  []record.RunModel `json:",omitempty"`
		Seed    uint64
		Year    int
		Host    string
	}{
		policy.DigestOf(&p), e.RunSources,
		slices.DeleteFunc(slices.Clone(e.RunPlugins), func(n record.Named) bool { return of(n.Name) }), e.RunModels, e.Seed, e.Year, e.Version,
	})
	if err != nil {
		return "", err
	}
	return record.Digest(data), nil
}
