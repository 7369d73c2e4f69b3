package main

import (
	"cmp"
	"math"
	"slices"
)

// slack widens the tolerance a little, so that 0.95 and 1.00 are within 5 % of
// each other although their binary difference is a hair more.
const slack = 1 + 1e-9

// clustersOf lists the rows of each cluster, clusters by number, rows ascending.
// A claim whose cluster is unknown or negative is in none of them.
func clustersOf(claims []claim) [][]int {
	return partition(claims, func(c *claim) (float64, bool) { return c.cluster.of, c.cluster.known && c.cluster.of >= 0 })
}

// partition groups rows by a key and sorts the groups by it.
func partition(claims []claim, key func(*claim) (float64, bool)) [][]int {
	byKey := map[float64][]int{}
	var keys []float64
	for row := range claims {
		k, known := key(&claims[row])
		if !known || math.IsNaN(k) {
			continue
		}
		if _, seen := byKey[k]; !seen {
			keys = append(keys, k)
		}
		byKey[k] = append(byKey[k], row)
	}
	slices.Sort(keys)
	groups := make([][]int, len(keys))
	for i, k := range keys {
		groups[i] = byKey[k]
	}
	return groups
}

// documentsOf counts the distinct known documents of rows.
func documentsOf(claims []claim, rows []int) int {
	seen := map[float64]struct{}{}
	for _, row := range rows {
		if d := claims[row].document; d.known {
			seen[d.of] = struct{}{}
		}
	}
	return len(seen)
}

// unitsOf groups the rows that can be compared, which are those with a finite
// value and a known document, by equal unit (U23), units in byte order.
func unitsOf(claims []claim, rows []int) [][]int {
	byUnit := map[string][]int{}
	var units []string
	for _, row := range rows {
		c := &claims[row]
		if !c.value.known || !c.document.known || math.IsNaN(c.value.of) || math.IsInf(c.value.of, 0) {
			continue
		}
		if _, seen := byUnit[c.unit]; !seen {
			units = append(units, c.unit)
		}
		byUnit[c.unit] = append(byUnit[c.unit], row)
	}
	slices.Sort(units)
	groups := make([][]int, len(units))
	for i, u := range units {
		groups[i] = byUnit[u]
	}
	return groups
}

// apart returns the relative distance of two values (U24): 0 for equal values, zeros
// included (U26), else the difference by the greater magnitude.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	m := max(math.Abs(a), math.Abs(b))
	return math.Abs(a/m - b/m)
}

// linkage groups rows by their values with complete linkage: every two values of
// a group are within the tolerance. The two groups that are nearest are joined
// first, of equally near ones those with the lowest values, so the groups depend on
// the values only. Groups come by ascending value.
func linkage(claims []claim, rows []int, tolerance float64) [][]int {
	sorted := slices.Clone(rows)
	slices.SortFunc(sorted, func(a, b int) int {
		return cmp.Or(cmp.Compare(claims[a].value.of, claims[b].value.of), cmp.Compare(a, b))
	})
	var groups [][]int
	for _, row := range sorted {
		if n := len(groups); n > 0 && claims[groups[n-1][0]].value.of == claims[row].value.of {
			groups[n-1] = append(groups[n-1], row)
			continue
		}
		groups = append(groups, []int{row})
	}
	for len(groups) > 1 {
		best, at := math.Inf(1), 0
		for i := range groups[1:] {
			left, right := groups[i], groups[i+1]
			if d := apart(claims[left[0]].value.of, claims[right[len(right)-1]].value.of); d < best {
				best, at = d, i
			}
		}
		if best > tolerance*slack {
			break
		}
		groups[at] = append(groups[at], groups[at+1]...)
		groups = slices.Delete(groups, at+1, at+2)
	}
	return groups
}

// ascending returns rows sorted.
func ascending(rows []int) []int {
	sorted := slices.Clone(rows)
	slices.Sort(sorted)
	return sorted
}
