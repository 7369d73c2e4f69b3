package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Rankings hold, by query id, the ids of the documents that were found, best first.
type Rankings map[string][]string

// ReadRankings reads a TREC run: one "query Q0 document rank score name" a line, blank lines allowed. Documents are ordered by their rank
// (trec_eval: by their score); those of equal rank stay as they come. An error names the line, also where a query has a document twice.
func ReadRankings(r io.Reader) (Rankings, error) {
	type place struct {
		doc  string
		rank int
	}
	found, seen := map[string][]place{}, map[[2]string]bool{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 6 {
			return nil, fmt.Errorf("run: line %d: %d fields, not the 6 of: query Q0 document rank score name", n, len(fields))
		}
		rank, err := strconv.Atoi(fields[3])
		if err != nil {
			return nil, fmt.Errorf("run: line %d: rank %q is no whole number", n, fields[3])
		}
		pair := [2]string{fields[0], fields[2]}
		if seen[pair] {
			return nil, fmt.Errorf("run: line %d: query %s has document %s twice", n, pair[0], pair[1])
		}
		seen[pair] = true
		found[pair[0]] = append(found[pair[0]], place{pair[1], rank})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	out := Rankings{}
	for query, places := range found {
		slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.rank, b.rank) })
		for _, p := range places {
			out[query] = append(out[query], p.doc)
		}
	}
	return out, nil
}

// A RetrievalMeasure is one measure of retrieval, the mean over the judged queries, and what another run makes of it.
type RetrievalMeasure struct {
	Name string `json:"name"` // as trec_eval calls it
	Measure
	Against *Difference `json:"against,omitempty"` // this run less the other one, query by query; nil without another
}

// Retrieval says how good rankings are.
type Retrieval struct {
	Queries  int                `json:"queries"`       // with a relevant document: those that count
	Missing  int                `json:"missing"`       // of them without a ranking: 0 in every measure
	Unjudged int                `json:"other_queries"` // rankings of queries without a relevant document; in no figure
	Measures []RetrievalMeasure `json:"measures"`
}

// retrievalMeasures are those that are reported, in this order.
var retrievalMeasures = []struct {
	name string
	of   func([]string, Judgments) float64
}{
	{"ndcg_cut_10", func(r []string, j Judgments) float64 { return NDCGAt(r, j, 10) }},
	{"recall_10", func(r []string, j Judgments) float64 { return RecallAt(r, j, 10) }},
	{"recall_100", func(r []string, j Judgments) float64 { return RecallAt(r, j, 100) }},
	{"P_10", func(r []string, j Judgments) float64 { return PrecisionAt(r, j, 10) }},
	{"map", AveragePrecision},
	{"recip_rank", ReciprocalRank},
}

// ScoreRankings measures rankings against judgments, and against other rankings of the same queries unless those are nil. Intervals are
// bootstraps over queries. It is an error if no query has a relevant document, or none of those that have one a ranking.
func ScoreRankings(run, against Rankings, judged Qrels, seed uint64) (*Retrieval, error) {
	var queries []string
	out := &Retrieval{}
	for _, query := range slices.Sorted(maps.Keys(judged)) {
		if judged[query].Relevant() == 0 {
			continue
		}
		queries = append(queries, query)
		if _, ok := run[query]; !ok {
			out.Missing++
		}
	}
	if len(queries) == out.Missing {
		return nil, fmt.Errorf("of %d queries with a relevant document, none has a ranking", len(queries))
	}
	out.Queries, out.Unjudged = len(queries), len(run)-len(queries)+out.Missing
	for _, m := range retrievalMeasures {
		values, others := make([]float64, len(queries)), make([]float64, len(queries))
		for i, query := range queries {
			values[i], others[i] = m.of(run[query], judged[query]), m.of(against[query], judged[query])
		}
		one := RetrievalMeasure{Name: m.name, Measure: Measure{Value: mean(values), Of: len(values), Interval: Bootstrap(len(values), draws, seed, func(drawn []int) float64 {
			sum := 0.0
			for _, i := range drawn {
				sum += values[i]
			}
			return sum / float64(len(drawn))
		})}}
		one.Interval = widened(one.Interval, one.Value, len(values), 0)
		if against != nil {
			d, err := Paired(others, values, seed)
			if err != nil {
				return nil, err
			}
			d.widen()
			one.Against = &d
		}
		out.Measures = append(out.Measures, one)
	}
	return out, nil
}
