package packs

import "github.com/sparkhost/sparkhost/plugins/internal/text"

var lexicon = text.NewLexicon()

// cut parts a text into sentences.
func cut(s, section string) []Sentence {
	r := text.Read(s, lexicon)
	sentences := make([]Sentence, len(r.Sentences))
	for i, span := range r.Sentences {
		from, to := r.Tokens[span.First].From, len(s)
		if i == 0 {
			from = 0
		}
		if i+1 < len(r.Sentences) {
			to = r.Tokens[r.Sentences[i+1].First].From
		}
		sentences[i] = Sentence{Text: s[from:to], Section: section, Position: float64(i+1) / float64(len(sentences))}
	}
	return sentences
}
