package run

import (
	"cmp"
	"slices"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/excerpt"
	"github.com/sparkhost/sparkhost/host/internal/query"
	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// What a prompt shows of the program's own reading.
const (
	quotesOfOption = 1
	claimsShown    = 8
	clearSide      = 0.3 // a stance of less says little
)

// excerptOf is a passage as models see it: the sentences that count, with their neighbours; the whole of it where no stage judged them.
func (r *run) excerptOf(p *passage) string {
	sentences := r.sentencesOf(p)
	if !r.reads() || len(sentences) == 0 {
		return p.Text
	}
	texts, wanted := make([]string, len(sentences)), make([]bool, len(sentences))
	for i, s := range sentences {
		texts[i], wanted[i] = s.text, s.addressed && r.counts(s)
	}
	return excerpt.Around(texts, wanted)
}

// onTopic are the passages with a sentence that counts, in their order; all of them where none has one, or no stage judged.
func (r *run) onTopic() []*passage {
	if !r.reads() {
		return r.passages
	}
	out := slices.DeleteFunc(slices.Clone(r.passages), func(p *passage) bool {
		return !slices.Contains(r.refuting, p) && !slices.ContainsFunc(r.sentencesOf(p), r.counts)
	})
	if len(out) == 0 {
		return r.passages
	}
	return out
}

// side says in a word which side something takes; empty: none clearly, or nobody judged.
func (r *run) side(stance float64, judged bool) string {
	switch {
	case !judged || !r.plan.Polar:
	case stance >= clearSide:
		return "supports"
	case stance <= -clearSide:
		return "contradicts"
	}
	return ""
}

// promptDossiers are, for each option, the sentences that the program found for it.
func (r *run) promptDossiers(names map[*passage]string) []prompt.Dossier {
	if !r.reads() {
		return nil
	}
	var out []prompt.Dossier
	for i, o := range r.plan.Options {
		found := slices.DeleteFunc(slices.Clone(r.sentences), func(s *sentence) bool {
			return names[s.passage] == "" || !r.counts(s) || r.speaksFor(s, i) <= 0
		})
		slices.SortStableFunc(found, func(a, b *sentence) int { return cmp.Compare(r.speaksFor(b, i), r.speaksFor(a, i)) })
		d := prompt.Dossier{Label: o.Label}
		for _, s := range found[:min(len(found), quotesOfOption)] {
			d.Quotes = append(d.Quotes, prompt.Quote{DocumentID: names[s.passage], Text: s.text, Stance: r.side(s.stance, s.judged)})
		}
		out = append(out, d)
	}
	return out
}

// speaksFor returns how far a sentence speaks for an option: of a verdict by its stance, of others by their own words.
func (r *run) speaksFor(s *sentence, option int) float64 {
	if r.plan.Polar {
		switch r.plan.Stances[option] {
		case query.Supports:
			return s.stance * s.addresses
		case query.Contradicts:
			return -s.stance * s.addresses
		}
		return 0
	}
	return s.addresses * evidence.Containment(r.own[option], r.wordsOf(s))
}

// promptClaims are the claims that models read out of passages that are shown (S0 ri 4).
func (r *run) promptClaims(names map[*passage]string) []prompt.Quote {
	var out []prompt.Quote
	add := func(p *passage, text, stance string) {
		if names[p] != "" && len(out) < claimsShown {
			out = append(out, prompt.Quote{DocumentID: names[p], Text: text, Stance: stance})
		}
	}
	for _, t := range r.heard {
		add(t.passage, t.says, t.stance)
	}
	for _, c := range r.claims {
		if c.extracted {
			add(c.passage, c.Text, "")
		}
	}
	return out
}
