package run

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// findingSupports is the kind of a finding that points at a sentence which speaks for an option. Its text begins with the
// option's text and a colon.
const findingSupports = "supports"

// pointsAtSentences says whether a plugin finds sentences that speak for options.
func pointsAtSentences(m *contract.Manifest) bool {
	return slices.ContainsFunc(m.Outputs, func(o contract.Output) bool {
		return o.Kind == contract.OutputFinding && o.Name == findingSupports && o.Table == sentencesTable
	})
}

// quoteOptions gives each option the sentences that a stage found for it. Where sentences are read and a stage points at some, an
// option is cited with those alone: others share its words without saying it.
func (r *run) quoteOptions(s *policy.Stage, options []*option, resp *contract.Response) {
	if resp == nil || resp.Assess == nil || !r.reads() || !pointsAtSentences(r.Plugins[s.Plugin].Manifest()) {
		return
	}
	found := slices.DeleteFunc(slices.Clone(resp.Assess.Findings), func(f contract.Finding) bool {
		return f.Kind != findingSupports || f.Table != sentencesTable || len(f.Rows) == 0 || !r.counts(r.sentences[f.Rows[0]])
	})
	slices.SortStableFunc(found, func(a, b contract.Finding) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, o := range options {
		o.dossier, o.spans = nil, map[*passage]*sentence{}
		for _, f := range found {
			s := r.sentences[f.Rows[0]]
			if !strings.HasPrefix(f.Text, o.Text+": ") || o.spans[s.passage] != nil || len(o.dossier) == r.Policy.Options.CitationsPerEach {
				continue
			}
			o.dossier = append(o.dossier, s.passage)
			o.spans[s.passage] = s
			s.cue = strings.TrimPrefix(f.Text, o.Text+": ")
		}
	}
}
