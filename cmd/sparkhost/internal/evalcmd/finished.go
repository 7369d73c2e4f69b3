package evalcmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/host/record"
)

// finishedByAll keeps, of sides from folders of `eval run`, the runs that every side finished, and their questions: an answer of a run that was
// interrupted, or never began, is not a wrong one. A note names the runs that a side lacks. Of a pack the first repeats count that all have.
func finishedByAll(asked *askedSet, sides ...*evalSide) (*askedSet, []*evalSide, error) {
	due := map[string]int{} // repeats, by pack
	for _, s := range sides {
		if s.suite == nil {
			return asked, sides, nil
		}
		for _, p := range s.suite.manifest.Packs {
			due[p.Name] = max(due[p.Name], s.suite.manifest.Repeats)
		}
	}
	kept, whole, notes := map[string]int{}, true, slices.Clone(asked.notes)
	for pack, n := range due {
		kept[pack] = n
		for _, s := range sides {
			kept[pack] = min(kept[pack], s.finished(pack, n))
		}
		whole = whole && kept[pack] == n
		if kept[pack] == 0 {
			delete(kept, pack)
		}
	}
	if whole {
		return asked, sides, nil
	}
	for _, s := range sides {
		if text := s.unfinished(due); text != "" {
			notes = append(notes, text)
		}
	}
	if len(kept) == 0 {
		return nil, nil, shell.Fail(shell.ExitFailed, "no run is finished on every side: %s", strings.Join(notes[len(asked.notes):], "; "))
	}
	out := &askedSet{questions: map[compare.Key]*compare.Question{}, notes: notes}
	for k, q := range asked.questions {
		if kept[k.Pack] > 0 {
			out.questions[k] = q
		}
	}
	some := make([]*evalSide, len(sides))
	for i, s := range sides {
		some[i] = s.only(kept)
	}
	return out, some, nil
}

// finished counts the first repeats of a pack that are done, up to n.
func (s *evalSide) finished(pack string, n int) int {
	for repeat := range n {
		if !slices.ContainsFunc(s.suite.manifest.Runs, func(r suite.Run) bool { return r.Policy == s.policy && r.Pack == pack && r.Repeat == repeat }) {
			return repeat
		}
	}
	return n
}

// unfinished names the runs that the side lacks; empty: it has all.
func (s *evalSide) unfinished(due map[string]int) string {
	var lacks []string
	all := 0
	for _, pack := range shell.SortedKeys(due) {
		all += due[pack]
		for repeat := s.finished(pack, due[pack]); repeat < due[pack]; repeat++ {
			lacks = append(lacks, fmt.Sprintf("%s repeat %d", pack, repeat+1))
		}
	}
	if len(lacks) == 0 {
		return ""
	}
	shown := strings.Join(lacks[:min(len(lacks), shell.MostNamed)], ", ")
	if more := len(lacks) - shell.MostNamed; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s has not finished %d of %d runs (%s), which are left out of every side; continue with `eval run --out %s`",
		s.sample.Name, len(lacks), all, shown, s.suite.dir)
}

// only returns the side with the results of some repeats of some packs.
func (s *evalSide) only(kept map[string]int) *evalSide {
	out := *s
	out.sample.Results = map[compare.Key]*record.Result{}
	for k, r := range s.sample.Results {
		if k.Repeat < kept[k.Pack] {
			out.sample.Results[k] = r
		}
	}
	return &out
}
