package main

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// citationAuthority is S2-09 before its clamp: the logarithm of n citations as a share of the
// logarithm of as many as logCap.
func citationAuthority(n, logCap float64) float64 { return math.Log1p(n) / math.Log1p(logCap) }

// perYear is S2-12: citations per year since publication. Ages below minYears count as minYears.
func perYear(n, year, referenceYear, minYears float64) float64 {
	return n / max(referenceYear-year, minYears)
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }

// A tier is a group of venues whose documents get the same adjustment (S2-11).
type tier struct {
	names  []string // normalised
	prefix bool     // a venue that goes on after the name belongs to the tier too
	adjust float64
}

// newTier normalises names. An entry may hold several spellings, separated by "|".
func newTier(entries []string, adjust float64) tier {
	t := tier{adjust: adjust}
	for _, entry := range entries {
		for spelling := range strings.SplitSeq(entry, "|") {
			if name := normalise(spelling); name != "" {
				t.names = append(t.names, name)
			}
		}
	}
	return t
}

func (t *tier) has(venue string) bool {
	return slices.ContainsFunc(t.names, func(name string) bool {
		rest, ok := strings.CutPrefix(venue, name)
		return ok && (rest == "" || t.prefix && rest[0] == ' ')
	})
}

// adjustment returns the adjustment of the first tier that has the venue, else 0.
func adjustment(tiers []tier, venue string) float64 {
	name := normalise(venue)
	if name == "" {
		return 0
	}
	for i := range tiers {
		if tiers[i].has(name) {
			return tiers[i].adjust
		}
	}
	return 0
}

// normalise makes spellings of one venue equal: lower case, words of letters and digits
// separated by one space, "and" for "&", no leading "the".
func normalise(venue string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(venue), "&", " and "), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}
