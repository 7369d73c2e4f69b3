package runs

import (
	"slices"
	"strings"
	"sync"

	"github.com/sparkhost/sparkhost/host/record"
)

// An Index lists recorded runs, those of this process last to first, then those that were there before, by id. It may be used by many goroutines.
type Index struct {
	mu   sync.RWMutex
	rows []row // the newest last
	at   map[string]int
}

type row struct {
	record.Summary
	text string // what is searched, in lower case
}

// NewIndex lists what a store holds.
func NewIndex(store *record.Store) (*Index, error) {
	all, err := store.List()
	if err != nil {
		return nil, err
	}
	x := &Index{at: map[string]int{}}
	slices.Reverse(all)
	for _, s := range all {
		x.put(s)
	}
	return x, nil
}

// Add lists the run of a result.
func (x *Index) Add(r *record.Result) {
	s := record.Summary{ID: r.Run, QuestionID: r.ID, Question: r.Question, Verdict: r.Verdict, Confidence: r.Confidence, Policy: r.Policy}
	elapsed := int64(r.Budget.ElapsedMS * 1000)
	s.ElapsedUS = &elapsed
	if r.Answer != nil {
		if s.Answer = r.Answer.Label; s.Answer == "" {
			s.Answer = r.Answer.Text
		}
	}
	x.put(s)
}

func (x *Index) put(s record.Summary) {
	text := strings.ToLower(strings.Join([]string{s.ID, s.QuestionID, s.Question, s.Answer}, "\x00"))
	x.mu.Lock()
	defer x.mu.Unlock()
	if at, known := x.at[s.ID]; known {
		x.rows[at] = row{s, text}
		return
	}
	x.at[s.ID] = len(x.rows)
	x.rows = append(x.rows, row{s, text})
}

// A Search says which runs to list. Empty fields match all.
type Search struct {
	Text    string // every word of it, in question, answer or id
	Policy  string
	Verdict string
	Offset  int // of the matches
	Limit   int // most to return
}

// Find returns the matching runs from Offset on, and how many match in all.
func (x *Index) Find(s Search) (found []record.Summary, total int) {
	words := strings.Fields(strings.ToLower(s.Text))
	x.mu.RLock()
	defer x.mu.RUnlock()
	found = []record.Summary{}
	for i := len(x.rows) - 1; i >= 0; i-- {
		r := &x.rows[i]
		if s.Policy != "" && r.Policy.Name != s.Policy || s.Verdict != "" && string(r.Verdict) != s.Verdict || !holds(r.text, words) {
			continue
		}
		if total >= s.Offset && len(found) < s.Limit {
			found = append(found, r.Summary)
		}
		total++
	}
	return found, total
}

func holds(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
