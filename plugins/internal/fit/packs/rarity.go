package packs

import (
	"math"

	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

// Rarity returns how rare words are among the evidence of a pack, by their hashes, 0 to 1; words of claims that no evidence holds are 1.
func Rarity(examples []Example, pack string) map[uint64]float64 {
	with, n, seen := map[uint64]float64{}, 0.0, map[string]bool{}
	for i := range examples {
		e := &examples[i]
		if e.Pack != pack || len(e.Sentences) == 0 || seen[e.Sentences[0].Text] {
			continue
		}
		seen[e.Sentences[0].Text] = true
		n++
		for w := range hashes(e.Sentences...) {
			with[w]++
		}
	}
	top, rarity := math.Log(1+(n+0.5)/0.5), map[uint64]float64{}
	for w, d := range with {
		rarity[w] = math.Log(1+(n-d+0.5)/(d+0.5)) / top
	}
	for i := range examples {
		if examples[i].Pack != pack {
			continue
		}
		for w := range hashes(Sentence{Text: examples[i].Claim}) {
			if _, has := rarity[w]; !has {
				rarity[w] = 1
			}
		}
	}
	return rarity
}

func hashes(sentences ...Sentence) map[uint64]bool {
	words := map[uint64]bool{}
	for _, s := range sentences {
		r := text.Read(s.Text)
		for i := range r.Tokens {
			words[r.Tokens[i].Word] = true
		}
	}
	return words
}
