package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// shown is how many values a text lists.
const shown = 8

// agreement says which values agree, such as "10.0, 10.2, 10.4 nm in 3 documents".
func agreement(claims []claim, group []int, documents int) string {
	return list(claims, group) + unit(claims[group[0]].unit) + " in " + count(documents, "document")
}

// disagreement says which values stand against each other.
func disagreement(claims []claim, sides [][]int, documents int) string {
	parts := make([]string, len(sides))
	for i, side := range sides {
		parts[i] = list(claims, side)
	}
	return strings.Join(parts, " against ") + unit(claims[sides[0][0]].unit) + " in " + count(documents, "document")
}

// undecided says why nothing follows from a cluster.
func undecided(claims []claim, rows []int, documents int) string {
	in := count(documents, "document")
	units := unitsOf(claims, rows)
	if len(units) == 0 {
		return "no number to compare in " + in
	}
	parts := make([]string, len(units))
	for i, u := range units {
		parts[i] = list(claims, u) + unit(claims[u[0]].unit)
	}
	if len(units) > 1 {
		return "units differ: " + strings.Join(parts, "; ") + " in " + in
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
	more := ""
	if len(values) > shown {
		more = " and " + strconv.Itoa(len(values)-shown) + " more"
		values = values[:shown]
	}
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

// unit is a unit behind a number.
func unit(u string) string {
	if u == "" || u == "%" {
		return u
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
