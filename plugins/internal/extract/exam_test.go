package extract_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/plugins/internal/extract"
)

// An exam question; one without an answer cannot be answered from its corpus.
type examQuestion struct {
	ID, Question, Type, Answer string
	Options                    []struct{ Label, Text string }
	GoldDocs                   []string `json:"gold_docs"`
	Meta                       struct {
		Kind   string
		Accept []string
	}
}

// Below these scores a stand-in for the host's gate abstains.
const (
	leastAnswer = 0.18
	leastOption = 0.13
)

// What one question came to.
type outcome struct{ right, decided, cited bool }

// A tally counts outcomes.
type tally struct{ of, right, decided, cited int }

func (t *tally) add(o outcome) {
	t.of++
	for _, c := range []struct {
		is bool
		n  *int
	}{{o.right, &t.right}, {o.decided, &t.decided}, {o.cited, &t.cited}} {
		if c.is {
			*c.n++
		}
	}
}

func (t *tally) share() float64 { return float64(t.right) / float64(max(t.of, 1)) }

// sit answers a question from the twelve documents that plain BM25 finds, and once more from those that the first answer proposes to search for.
func sit(t *testing.T, c *corpus, q *examQuestion) outcome {
	texts := []string{q.Question}
	asked := extract.Question{Text: q.Question}
	for _, o := range q.Options {
		asked.Options = append(asked.Options, o.Text)
		texts = append(texts, o.Text)
	}
	asked.Rarity = c.rarity(texts...)
	sentences, ids := c.search(strings.Join(texts, " "), 12)
	if len(q.Options) > 0 {
		return choose(q, &asked, sentences, ids)
	}
	return reply(t, q, &asked, sentences, ids)
}

func reply(t *testing.T, q *examQuestion, asked *extract.Question, sentences []extract.Sentence, ids []string) outcome {
	found := extractor.Answer(asked, sentences, extract.DefaultWeights(), 1)
	if len(found.Answers) == 0 || found.Answers[0].Score < leastAnswer {
		return outcome{right: q.Answer == ""}
	}
	best := found.Answers[0]
	assert.LessOrEqual(t, len(strings.Fields(best.Text)), 15)
	assert.Contains(t, sentences[best.Row].Text, best.Text)
	return outcome{accepts(t, q.Meta.Accept, best.Text), true, slices.Contains(q.GoldDocs, ids[best.Row])}
}

func choose(q *examQuestion, asked *extract.Question, sentences []extract.Sentence, ids []string) outcome {
	bearings, _ := extractor.Options(asked, sentences, extract.DefaultWeights())
	best := 0
	for i, b := range bearings {
		if b.Support > bearings[best].Support {
			best = i
		}
	}
	if bearings[best].Support < leastOption {
		return outcome{right: q.Answer == ""}
	}
	return outcome{q.Options[best].Label == q.Answer, true, slices.Contains(q.GoldDocs, ids[bearings[best].Row])}
}

// The exam's development half, over a plain search: figures of the host, which reads better, are in docs/benchmarks.md.
func TestExamQuestionsAreAnswered(t *testing.T) {
	all := map[string]*tally{}
	add := func(o outcome, names ...string) {
		for _, name := range names {
			if all[name] == nil {
				all[name] = &tally{}
			}
			all[name].add(o)
		}
	}
	for _, name := range []string{"scifact", "bioasq"} {
		questions := readLines[examQuestion](t, dataFile(t, "exam/questions-"+name+"-dev.jsonl"))
		c := openCorpus(t, name+"/corpus.jsonl")
		for i := range questions {
			q := &questions[i]
			o := sit(t, c, q)
			add(o, name+" "+q.Type+" "+q.Meta.Kind, "all "+q.Meta.Kind)
			if q.Answer == "" {
				add(o, "unanswerable")
			} else {
				add(o, "answerable "+q.Type, "answerable")
			}
			add(o, q.Type)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		n := all[name]
		t.Logf("%-36s right %2d of %2d, decided %2d, gold document cited %2d", name, n.right, n.of, n.decided, n.cited)
	}
	assert.GreaterOrEqual(t, all["answerable free_form"].share(), 0.45)
	assert.GreaterOrEqual(t, all["multiple_choice"].share(), 0.65)
}
