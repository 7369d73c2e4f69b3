package main

import (
	"slices"
	"strings"
)

// clusters numbers works by single linkage over the Jaccard overlap of their abstracts' n-grams: whoever
// overlaps with one of a cluster is of it. A work without n-grams is alone.
func clusters(texts []string, n int, threshold float64) []int {
	grams, sizes := map[string][]int{}, make([]int, len(texts))
	for i, text := range texts {
		for _, g := range ngrams(text, n) {
			grams[g] = append(grams[g], i)
			sizes[i]++
		}
	}
	number := make([]int, len(texts))
	for i := range number {
		number[i] = i
	}
	for pair, shared := range sharing(grams) {
		a, b := pair[0], pair[1]
		if float64(shared)/float64(sizes[a]+sizes[b]-shared) >= threshold {
			unite(number, a, b)
		}
	}
	return number
}

// ngrams returns the distinct runs of n words of a text.
func ngrams(text string, n int) []string {
	words := tokens(text)
	var out []string
	for i := 0; i+n <= len(words); i++ {
		run := make([]string, n)
		for j := range run {
			run[j] = words[i+j].word
		}
		out = append(out, strings.Join(run, " "))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sharing counts, for each two works that share any, the n-grams that they share.
func sharing(grams map[string][]int) map[[2]int]int {
	out := map[[2]int]int{}
	for _, works := range grams {
		for i, a := range works {
			for _, b := range works[i+1:] {
				out[[2]int{a, b}]++
			}
		}
	}
	return out
}

// unite gives two clusters one number, the smaller.
func unite(number []int, a, b int) {
	from, to := max(number[a], number[b]), min(number[a], number[b])
	for i := range number {
		if number[i] == from {
			number[i] = to
		}
	}
}

// sizes counts the works of each one's cluster, and the clusters of two or more.
func sizes(number []int) (of []float64, several int) {
	count := map[int]int{}
	for _, n := range number {
		count[n]++
		if count[n] == 2 {
			several++
		}
	}
	of = make([]float64, len(number))
	for i, n := range number {
		of[i] = float64(count[n])
	}
	return of, several
}
