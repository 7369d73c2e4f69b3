package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// guard lowers confident claims that rest on too few types of sources (S1-15),
// unless all that was retrieved has fewer types than are asked (S1-16).
func (o *outcome) guard(c config, claims []claim, clusters [][]int, poolTypes int) {
	fellows := fellowsOf(claims, clusters)
	for row := range claims {
		if !guarded(c, &claims[row]) {
			continue
		}
		types := typesOf(claims, row, fellows[row])
		if len(types) >= c.minTypes {
			continue
		}
		if poolTypes < c.minTypes {
			o.waived = true
			continue
		}
		o.flagged[row] = true
		if c.penalty > 0 {
			o.adjustment[row] = -c.penalty
		}
		o.findings = append(o.findings, finding{kindSingleSource, []int{row}, c.penalty, restsOn(&claims[row], types, c.minTypes)})
	}
}

// guarded says whether a claim is confident and supports a single option.
func guarded(c config, x *claim) bool {
	return x.option.known && x.confidence.known && x.confidence.of >= c.guardConfidence
}

// fellowsOf lists, for each claim, the rows of its cluster; nil: it is in none.
func fellowsOf(claims []claim, clusters [][]int) [][]int {
	fellows := make([][]int, len(claims))
	for _, rows := range clusters {
		for _, row := range rows {
			fellows[row] = rows
		}
	}
	return fellows
}

// typesOf lists the source types behind a claim, sorted: its own and those of the
// claims in its cluster that support no other option.
func typesOf(claims []claim, row int, fellows []int) []string {
	var types []string
	add := func(of string) {
		if of != "" && !slices.Contains(types, of) {
			types = append(types, of)
		}
	}
	add(claims[row].source)
	for _, f := range fellows {
		if o := claims[f].option; !o.known || o.of == claims[row].option.of {
			add(claims[f].source)
		}
	}
	slices.Sort(types)
	return types
}

// typesInAll counts the source types of all claims.
func typesInAll(claims []claim) int {
	seen := map[string]struct{}{}
	for i := range claims {
		if claims[i].source != "" {
			seen[claims[i].source] = struct{}{}
		}
	}
	return len(seen)
}

// restsOn says what is wrong with a claim's sources.
func restsOn(x *claim, types []string, asked int) string {
	names := ""
	if len(types) > 0 {
		names = " (" + strings.Join(types, ", ") + ")"
	}
	confidence := strconv.FormatFloat(math.Round(x.confidence.of*100)/100, 'f', 2, 64)
	return "confidence " + confidence + " rests on " + count(len(types), "source type") + names + "; " + strconv.Itoa(asked) + " are asked"
}
