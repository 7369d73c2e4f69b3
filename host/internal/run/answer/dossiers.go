package answer

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// onTopic returns the passages with a sentence that counts, in their order; all of them where none has one, or no stage judged.
func (r *Run) onTopic() []*state.Passage {
	if !r.read.Reads() {
		return r.Passages
	}
	out := slices.DeleteFunc(slices.Clone(r.Passages), func(p *state.Passage) bool {
		return !slices.Contains(r.Refuting, p) && !slices.ContainsFunc(r.read.SentencesOf(p), r.read.Counts)
	})
	if len(out) == 0 {
		return r.Passages
	}
	return out
}

// side says in a word which side something takes; empty: none clearly, or nobody judged.
func (r *Run) side(stance float64, judged bool) string {
	switch {
	case !judged || !r.Plan.Polar:
	case stance >= state.ClearSide:
		return "supports"
	case stance <= -state.ClearSide:
		return "contradicts"
	}
	return ""
}

// promptDossiers are, for each option, the sentences that the program found for it.
func (r *Run) promptDossiers(names map[*state.Passage]string) []prompt.Dossier {
	if !r.read.Reads() {
		return nil
	}
	var out []prompt.Dossier
	for i, o := range r.Plan.Options {
		found := slices.DeleteFunc(slices.Clone(r.Sentences), func(s *state.Sentence) bool {
			return names[s.Passage] == "" || !r.read.Counts(s) || r.speaksFor(s, i) <= 0
		})
		slices.SortStableFunc(found, func(a, b *state.Sentence) int { return cmp.Compare(r.speaksFor(b, i), r.speaksFor(a, i)) })
		d := prompt.Dossier{Label: o.Label}
		for _, s := range found[:min(len(found), state.QuotesOfOption)] {
			d.Quotes = append(d.Quotes, prompt.Quote{DocumentID: names[s.Passage], Text: s.Text, Stance: r.side(s.Stance, s.Judged)})
		}
		out = append(out, d)
	}
	return out
}

// speaksFor returns how far a sentence speaks for an option: of a verdict by its stance, of others by their own words.
func (r *Run) speaksFor(s *state.Sentence, option int) float64 {
	if r.Plan.Polar {
		switch r.Plan.Stances[option] {
		case query.Supports:
			return s.Stance * s.Addresses
		case query.Contradicts:
			return -s.Stance * s.Addresses
		}
		return 0
	}
	return s.Addresses * evidence.Containment(r.Own[option], r.read.WordsOf(s))
}

// promptClaims returns the claims that models read out of passages that are shown (S0 ri 4).
func (r *Run) promptClaims(names map[*state.Passage]string) []prompt.Quote {
	var out []prompt.Quote
	add := func(p *state.Passage, text, stance string) {
		if names[p] != "" && len(out) < state.ClaimsShown {
			out = append(out, prompt.Quote{DocumentID: names[p], Text: text, Stance: stance})
		}
	}
	for _, t := range r.Heard {
		add(t.Passage, t.Says, t.Stance)
	}
	for _, c := range r.Claims {
		if c.Extracted {
			add(c.In, c.Text, "")
		}
	}
	return out
}
