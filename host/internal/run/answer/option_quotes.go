package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

// findingSupports is the kind of a finding that points at a sentence which speaks for an option. Its text begins with the
// option's text and a colon.
const findingSupports = "supports"

// pointsAtSentences says whether a plugin finds sentences that speak for options.
func pointsAtSentences(m *contract.Manifest) bool {
	return slices.ContainsFunc(m.Outputs, func(o contract.Output) bool {
		return o.Kind == contract.OutputFinding && o.Name == findingSupports && o.Table == state.SentencesTable
	})
}

// quoteOptions gives each option the sentences that a stage found for it. Where sentences are read and a stage points at some, an
// option is cited with those alone: others share its words without saying it.
func (r *Run) quoteOptions(s *policy.Stage, options []*state.Option, resp *contract.Response) {
	if resp == nil || resp.Assess == nil || !r.read.Reads() || !pointsAtSentences(r.Plugins[s.Plugin].Manifest()) {
		return
	}
	found := slices.DeleteFunc(slices.Clone(resp.Assess.Findings), func(f contract.Finding) bool {
		return f.Kind != findingSupports || f.Table != state.SentencesTable || len(f.Rows) == 0 || !r.read.Counts(r.Sentences[f.Rows[0]])
	})
	slices.SortStableFunc(found, func(a, b contract.Finding) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, o := range options {
		o.Dossier, o.Spans, o.Marks = nil, map[*state.Passage]*state.Sentence{}, map[*state.Passage]string{}
		for _, f := range found {
			s := r.Sentences[f.Rows[0]]
			if !strings.HasPrefix(f.Text, o.Text+": ") || o.Spans[s.Passage] != nil || len(o.Dossier) == r.Policy.Options.CitationsPerEach {
				continue
			}
			o.Dossier = append(o.Dossier, s.Passage)
			s.Cue = strings.TrimPrefix(f.Text, o.Text+": ")
			o.Spans[s.Passage], o.Marks[s.Passage] = s, strings.Trim(s.Cue, "'") // a sentence may speak for several options, by other words
		}
	}
}
