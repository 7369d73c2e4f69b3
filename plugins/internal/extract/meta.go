package extract

import (
	"slices"
	"strings"
)

// A meta is an option that speaks of the other options.
type meta uint8

const (
	metaNo   meta = iota
	metaAll       // all of the others, or those that it names by their letters
	metaNone      // none of them
)

// metaOf recognises "all of the above", "both A and B" and "none of these". Named are the places of the options that it names, from 0 on; nil: it
// means all.
func metaOf(s string) (m meta, named []int) {
	s = strings.ToLower(strings.Trim(s, " ."))
	switch {
	case strings.HasPrefix(s, "all of the") || s == "all" || strings.HasPrefix(s, "all the above") || s == "both" || strings.HasPrefix(s, "both of the"):
		return metaAll, nil
	case strings.HasPrefix(s, "none of the") || s == "none" || s == "neither" || strings.HasPrefix(s, "none of these"):
		return metaNone, nil
	}
	if named = letters(s); len(named) > 1 {
		return metaAll, named
	}
	return metaNo, nil
}

// letters reads the places that an option names by letters and nothing else: "both a and c", "a, b and d"; nil: it does not.
func letters(s string) []int {
	var out []int
	for _, w := range strings.Fields(strings.ReplaceAll(s, ",", " ")) {
		switch {
		case w == "both" || w == "and" || w == "only":
		case len(w) == 1 && w[0] >= 'a' && w[0] <= 'h':
			out = append(out, int(w[0]-'a'))
		default:
			return nil
		}
	}
	return out
}

// nameable says whether option i may name others by their letters: they are there, and none is a letter itself, as of vitamins.
func nameable(options []option, i int) bool {
	for _, place := range options[i].named {
		if place >= len(options) || place == i || len(options[place].words) == 1 && len(options[place].at(0)) == 1 {
			return false
		}
	}
	return true
}

// Of "all of the above": it has the support of the weakest option, and more than the best if the weakest has so great a share of its support.
const alike, ahead = 0.8, 0.1

// settle fills in options that speak of others, and equal ones.
func settle(options []option, out []Bearing) {
	for i := range options {
		o := &options[i]
		switch {
		case o.meta == metaAll:
			out[i].Support = together(options, out, o.named)
		case o.meta == metaNone:
			out[i].Support = 0
		}
		if e := o.equal; e >= 0 {
			out[i].Support, out[i].Contradict = out[e].Support, out[e].Contradict
		}
	}
}

// together returns the support of an option that says that several others are so: those in the places named, or all.
func together(options []option, out []Bearing, named []int) float64 {
	least, best, rival, n := 1.0, 0.0, 0.0, 0
	for i := range options {
		switch {
		case options[i].meta != metaNo || options[i].equal >= 0:
		case named != nil && !slices.Contains(named, i):
			rival = max(rival, out[i].Support)
		default:
			least, best, n = min(least, out[i].Support-out[i].Contradict), max(best, out[i].Support), n+1
		}
	}
	if n == 0 || named != nil && n < len(named) {
		return 0
	}
	least = max(0, least)
	if n > 1 && best > 0 && best >= rival && least >= alike*best {
		return min(1, best+ahead)
	}
	return least
}
