package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// What a text shows of many values, or of many groups of them, and of a long unit.
const (
	shown      = 8
	shownRunes = 40
)

// agreement says which values agree, such as "10.0, 10.2, 10.4 nm in 3 documents".
func agreement(claims []claim, group []int, documents int) string {
	return list(claims, group) + unit(claims[group[0]].unit) + " in " + count(documents, "document")
}

// disagreement says which values stand against each other.
func disagreement(claims []claim, sides [][]int, documents int) string {
	parts := make([]string, min(len(sides), shown))
	for i := range parts {
		parts[i] = list(claims, sides[i])
	}
	return strings.Join(parts, " against ") + others(len(sides)) + unit(claims[sides[0][0]].unit) + " in " + count(documents, "document")
}

// undecided says why nothing follows from a cluster.
func undecided(claims []claim, rows []int, documents int) string {
	in := count(documents, "document")
	units := unitsOf(claims, rows)
	if len(units) == 0 {
		return "no number to compare in " + in
	}
	parts := make([]string, min(len(units), shown))
	for i := range parts {
		u := units[i]
		parts[i] = list(claims, u) + unit(claims[u[0]].unit)
	}
	if len(units) > 1 {
		return "units differ: " + strings.Join(parts, "; ") + others(len(units)) + " in " + in
	}
	return parts[0] + " from " + strconv.Itoa(documentsOf(claims, units[0])) + " of " + in + ", too few to tell"
}

// list writes the distinct values of rows, ascending, all with as many decimals
// as the one that has the most.
func list(claims []claim, rows []int) string {
	var values []float64
	for _, row := range rows {
		values = append(values, claims[row].value.of)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	more := others(len(values))
	values = values[:min(len(values), shown)]
	decimals := 0
	for _, v := range values {
		decimals = max(decimals, decimalsOf(v))
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = write(v, decimals)
	}
	return strings.Join(parts, ", ") + more
}

// plain says whether a value is written without an exponent.
func plain(v float64) bool {
	return v == 0 || math.Abs(v) >= 1e-4 && math.Abs(v) < 1e7
}

// decimalsOf counts the digits behind the point.
func decimalsOf(v float64) int {
	if !plain(v) {
		return 0
	}
	_, behind, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(behind)
}

// write formats one value.
func write(v float64, decimals int) string {
	if v == 0 {
		v = 0 // negative zero is written like zero
	}
	if !plain(v) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// others says how many of n are not shown.
func others(n int) string {
	if n <= shown {
		return ""
	}
	return " and " + strconv.Itoa(n-shown) + " more"
}

// unit returns a unit behind a number.
func unit(u string) string {
	if u == "" || u == "%" {
		return u
	}
	if runes := []rune(u); len(runes) > shownRunes {
		u = string(runes[:shownRunes]) + "…"
	}
	return " " + u
}

// count writes "1 document" or "3 documents".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
