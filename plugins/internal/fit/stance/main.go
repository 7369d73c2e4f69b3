package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/boost"
	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/forest"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
	"github.com/sparkhost/sparkhost/plugins/internal/text"
)

var (
	data    = flag.String("data", "../shared/data", "")
	reads   = flag.String("reads", "/tmp/reads", "")
	trees   = flag.Int("trees", 200, "")
	depth   = flag.Int("depth", 3, "")
	rate    = flag.Float64("rate", 0.05, "")
	lambda  = flag.Float64("lambda", 5, "")
	least   = flag.Float64("least", 5, "")
	columns = flag.Float64("columns", 0.3, "")
	drop    = flag.String("drop", "", "")
	imp     = flag.Bool("imp", false, "")
	mode    = flag.String("mode", "lopo", "")
	seeds   = flag.Int("seeds", 1, "")
)

type row struct {
	*packs.Example
	x []float32
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	flag.Parse()
	rows := load()
	names := []string{"scifact", "healthver", "climate", "fever", "evidence-inference"}
	switch *mode {
	case "lopo":
		total := 0.0
		var wg sync.WaitGroup
		out := make([]float64, len(names))
		for i, n := range names {
			wg.Add(1)
			go func() {
				defer wg.Done()
				f := fit(rows, func(r *row) bool { return r.Pack != n })
				out[i] = auc(f, rows, func(r *row) bool { return r.Pack == n && r.Judged })
			}()
		}
		wg.Wait()
		for i, n := range names {
			fmt.Printf("%s %.3f  ", n, out[i])
			total += out[i]
		}
		fmt.Printf("mean %.4f\n", total/5)
		if *imp {
			importance(fit(rows, func(r *row) bool { return true }))
		}
	case "folds":
		sum := make([][2][]float64, len(names))
		for fold := range 5 {
			f := fit(rows, func(r *row) bool { return foldOf(r.Group) != fold })
			for i, n := range names {
				a, b := scores(f, rows, func(r *row) bool { return r.Pack == n && r.Judged && foldOf(r.Group) == fold })
				sum[i][0], sum[i][1] = append(sum[i][0], a...), append(sum[i][1], b...)
			}
		}
		for i, n := range names {
			fmt.Printf("%s %.3f  ", n, aucOf(sum[i][0], sum[i][1]))
		}
		fmt.Println()
	}
}

func foldOf(group string) int { return int(text.Hash([]byte(group+"x")) % 5) }

func importance(f *forest.Forest) {
	count := make([]int, f.Features)
	for _, n := range f.Nodes {
		if !math.IsInf(float64(n.Threshold), 0) {
			count[n.Feature]++
		}
	}
	order := make([]int, len(count))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return count[b] - count[a] })
	for _, k := range order[:60] {
		fmt.Print(stance.FeatureName(k), ":", count[k], " ")
	}
	fmt.Println()
}

func fit(rows []row, in func(*row) bool) *forest.Forest {
	t := &boost.Table{}
	mass := map[string]float64{}
	key := func(r *row) string { return r.Pack + fmt.Sprint(r.Label) }
	for i := range rows {
		if r := &rows[i]; in(r) && r.Label != packs.Neither {
			mass[key(r)] += r.Weight
		}
	}
	for i := range rows {
		if r := &rows[i]; in(r) && r.Label != packs.Neither {
			t.X = append(t.X, r.x)
			t.Class = append(t.Class, r.Label == packs.Support)
			t.Weight = append(t.Weight, r.Weight*500/mass[key(r)])
		}
	}
	return boost.Fit(t, boost.Options{Trees: *trees, Depth: *depth, Rate: *rate, Lambda: *lambda, Least: *least, Columns: *columns, Seed: 1})
}

func scores(f *forest.Forest, rows []row, in func(*row) bool) (pos, neg []float64) {
	for i := range rows {
		if r := &rows[i]; in(r) {
			switch r.Label {
			case packs.Support:
				pos = append(pos, f.Score(r.x))
			case packs.Contradict:
				neg = append(neg, f.Score(r.x))
			}
		}
	}
	return pos, neg
}

func auc(f *forest.Forest, rows []row, in func(*row) bool) float64 {
	pos, neg := scores(f, rows, in)
	return aucOf(pos, neg)
}

func aucOf(pos, neg []float64) float64 {
	slices.Sort(neg)
	sum := 0.0
	for _, p := range pos {
		lo, _ := slices.BinarySearch(neg, p)
		hi := lo
		for hi < len(neg) && neg[hi] == p {
			hi++
		}
		sum += float64(lo) + float64(hi-lo)/2
	}
	return sum / float64(len(pos)) / float64(len(neg))
}

func load() []row {
	var all []packs.Example
	add := func(x []packs.Example, err error) { must(err); all = append(all, x...) }
	add(packs.SciFact(*data))
	add(packs.HealthVer(*data))
	for _, n := range []string{"climate", "fever", "evidence-inference"} {
		add(packs.Pairs(*data, n))
	}
	rarities := map[string]map[uint64]float64{}
	for _, p := range []string{"scifact", "healthver", "climate", "fever", "evidence-inference"} {
		rarities[p] = rarityOf(all, p)
	}
	j := stance.NewJudge()
	rows := make([]row, 0, len(all))
	for i := range all {
		e := &all[i]
		if e.Label == packs.Neither {
			continue
		}
		rows = append(rows, row{Example: e})
	}
	measure := func(r *row) {
		pieces := make([]stance.Piece, len(r.Sentences))
		for i, s := range r.Sentences {
			pieces[i] = stance.Piece(s)
		}
		r.x = j.Measure(r.Claim, rarities[r.Pack], pieces)
	}
	for _, q := range questions() {
		if q.Label == packs.Neither {
			continue
		}
		rarity := map[uint64]float64{}
		for w := range q.IDF {
			rarity[text.Hash([]byte(w))] = q.Rarity(w)
		}
		n := 0
		for _, w := range q.Works {
			if q.Gold[w.ID] {
				n++
			}
		}
		for _, w := range q.Works {
			if q.Gold[w.ID] {
				e := &packs.Example{Pack: q.Pack, Group: w.ID, Claim: q.Text, Sentences: w.Sentences, Label: q.Label, Weight: 1 / float64(n)}
				pieces := make([]stance.Piece, len(w.Sentences))
				for i, s := range w.Sentences {
					pieces[i] = stance.Piece(s)
				}
				rows = append(rows, row{e, j.Measure(q.Text, rarity, pieces)})
			}
		}
	}
	var wg sync.WaitGroup
	for part := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := part; i < len(rows); i += 2 {
				if rows[i].x == nil {
					measure(&rows[i])
				}
			}
		}()
	}
	wg.Wait()
	for _, d := range strings.Fields(*drop) {
		for k := range stance.WorkFeatures {
			if strings.Contains(stance.FeatureName(k), d) {
				for i := range rows {
					rows[i].x[k] = 0
				}
			}
		}
	}
	return rows
}

func questions() (all []packs.Question) {
	for _, p := range []string{"pubmedqa", "bioasq"} {
		q, err := packs.Reads(*reads+"/"+p+".jsonl", p)
		must(err)
		all = append(all, q...)
	}
	return all
}

func rarityOf(all []packs.Example, pack string) map[uint64]float64 {
	l := text.NewLexicon()
	df, n := map[uint64]float64{}, 0.0
	seen := map[string]bool{}
	for i := range all {
		e := &all[i]
		if e.Pack != pack || len(e.Sentences) == 0 || seen[e.Sentences[0].Text] {
			continue
		}
		seen[e.Sentences[0].Text] = true
		n++
		words := map[uint64]bool{}
		for _, s := range e.Sentences {
			r := text.Read(s.Text, l)
			for _, t := range r.Tokens {
				words[t.Word] = true
			}
		}
		for w := range words {
			df[w]++
		}
	}
	top := math.Log(1 + (n+0.5)/0.5)
	out := map[uint64]float64{}
	for w, d := range df {
		out[w] = math.Log(1+(n-d+0.5)/(d+0.5)) / top
	}
	for i := range all {
		if all[i].Pack == pack {
			r := text.Read(all[i].Claim, l)
			for _, t := range r.Tokens {
				if _, has := out[t.Word]; !has {
					out[t.Word] = 1
				}
			}
		}
	}
	return out
}
