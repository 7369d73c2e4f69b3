package answer

import (
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/internal/score"
)

// weighOptions scores the options by the terms of their block.
func (r *Run) weighOptions(options []*state.Option) {
	items := make([]*score.Item, len(options))
	for i, o := range options {
		items[i] = &o.Item
	}
	r.Spreads.WeighAll("options", r.TermsOf("options", r.Policy.Options.Terms), items)
	for _, it := range items {
		if r.Policy.Options.Renormalise {
			it.Renormalise()
		}
	}
}
