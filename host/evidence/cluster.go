package evidence

// ClusterClaims groups sets whose measure, in one direction or the other, reaches
// threshold, by single linkage: chains join. Every index is in exactly one group; indexes
// ascend within a group and groups by their first index. Sets that share no id are never
// joined, so a threshold of 0 or less joins what has anything in common. Only sets that share
// an id are compared, so hundreds of claims take milliseconds.
func ClusterClaims(sets [][]uint32, m Measure, threshold float64) [][]int {
	parent := make([]int, len(sets))
	for i := range parent {
		parent[i] = i
	}
	seen := make([]int, len(sets)) // 1 + the last set that i was compared with
	holders := map[uint32][]int{}
	for i, set := range sets {
		for _, id := range set {
			for _, j := range holders[id] {
				if seen[j] == i+1 {
					continue
				}
				seen[j] = i + 1
				if a, b := root(parent, i), root(parent, j); a != b && linked(set, sets[j], m, threshold) {
					parent[max(a, b)] = min(a, b)
				}
			}
			holders[id] = append(holders[id], i)
		}
	}
	return groups(parent)
}

func linked(a, b []uint32, m Measure, threshold float64) bool {
	return m.Of(a, b) >= threshold || m.Of(b, a) >= threshold
}

// root finds the first index of i's group and shortens the way to it.
func root(parent []int, i int) int {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

func groups(parent []int) [][]int {
	place := make(map[int]int)
	var out [][]int
	for i := range parent {
		r := root(parent, i)
		if r == i {
			place[i] = len(out)
			out = append(out, nil)
		}
		out[place[r]] = append(out[place[r]], i)
	}
	return out
}
