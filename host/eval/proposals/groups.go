package proposals

import "github.com/sparkhost/sparkhost/host/eval/stats"

// A group counts cases and those of them that are right.
type group struct {
	right, of int
	clusters  map[string]bool
}

func (g *group) add(c *Case) {
	g.of++
	g.clusters[c.Cluster] = true
	if c.Seed.Right {
		g.right++
	}
}

func (g *group) accuracy() float64 { return float64(g.right) / float64(g.of) }

// effective returns the group as if each of its clusters were one case.
func (g *group) effective() (right, of int) {
	of = len(g.clusters)
	return int(g.accuracy()*float64(of) + 0.5), of
}

// groups is Newcombe's interval, which stays wide where a group has few cases that are all right.
func (p *Plan) groups(f *Finding, cases []*Case) {
	in, out := &group{clusters: map[string]bool{}}, &group{clusters: map[string]bool{}}
	for _, c := range cases {
		switch counts, is := p.Groups(c); {
		case counts && is:
			in.add(c)
		case counts:
			out.add(c)
		}
	}
	if in.of == 0 || out.of == 0 {
		f.Why = none
		return
	}
	f.Verdict, f.Method, f.Value, f.Of = Measured, "Newcombe, over as many observations as there are clusters", in.accuracy()-out.accuracy(), in.of+out.of
	k1, n1 := in.effective()
	k2, n2 := out.effective()
	f.Interval = stats.Newcombe(k1, n1, k2, n2)
}
