package host_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// sixRoles lists the roles that standard asks.
var sixRoles = []string{"planning", "synthesis", "judge", "extract", "verify", "cheapest"}

// played serves a model on loopback and returns its address for the wire openai.
func played(t *testing.T, answer func(standin.Request) *standin.Exchange) (url string, asked func() int) {
	t.Helper()
	server, err := standin.New(standin.Script{Answer: answer})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	t.Cleanup(func() {
		assert.NoError(t, server.Close())
		assert.NoError(t, <-done)
	})
	return "http://" + l.Addr().String() + "/v1", func() int { return len(server.Requests()) }
}

// boundTo answers questions of the built-in world under a policy, with its six roles bound to a model at an address; "" binds none.
func boundTo(t *testing.T, name, url string, questions []evidence.Question) map[string]*record.Result {
	t.Helper()
	c := host.Config{Policy: name, Corpus: []string{quickCorpus}, RecordDir: t.TempDir(), Home: compiledHome(t)}
	if url != "" {
		for _, role := range sixRoles {
			c.Models = append(c.Models, fmt.Sprintf("%s=llamacpp:scripted@%s", role, url))
		}
	}
	h := openWith(t, c)
	out := map[string]*record.Result{}
	for _, line := range askLines(t, h, questions, 2) {
		var r record.Result
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		require.Contains(t, []record.Verdict{record.VerdictAnswered, record.VerdictAbstained}, r.Verdict, "%s: %s", r.ID, r.Error)
		out[r.ID] = &r
	}
	return out
}

// rightly counts the questions that were answered, and rightly.
func rightly(questions []evidence.Question, results map[string]*record.Result) int {
	n := 0
	for i := range questions {
		if o := (eval.Judge{}).Outcome(&questions[i], results[questions[i].ID]); o.Right {
			n++
		}
	}
	return n
}

// answerable returns the questions of the built-in world that have an answer, and the titles of its corpus.
func answerable(t *testing.T) (questions []evidence.Question, titles map[string]string) {
	t.Helper()
	for _, q := range questionsOf(t, quickQuestions) {
		if q.Answer != "" {
			questions = append(questions, q)
		}
	}
	titles = map[string]string{}
	for _, line := range linesOf(t, quickCorpus) {
		var d evidence.Document
		require.NoError(t, json.Unmarshal(line, &d))
		titles[d.ID] = d.Title
	}
	return questions, titles
}

func TestAModelThatIsRightRaisesAccuracyAndOneThatLiesHardlyLowersIt(t *testing.T) {
	thorough.Only(t, "three times a hundred questions, since the bounds are shares of them")
	questions, titles := answerable(t)
	without := rightly(questions, boundTo(t, "standard", "", questions))
	play := func(lies bool) int {
		url, asked := played(t, actorOf(questions, titles, lies).answer)
		n := rightly(questions, boundTo(t, "standard", url, questions))
		require.Greater(t, asked(), 2*len(questions), "the model is used")
		return n
	}
	right, lying := play(false), play(true)
	t.Logf("right of %d: %d without a model, %d with one that is right, %d with one that lies", len(questions), without, right, lying)
	assert.Greater(t, right, without)
	assert.GreaterOrEqual(t, float64(lying), float64(without)-math.Floor(0.03*float64(len(questions))))
}

const cheese = "The moon is made of cheese and pigeons read newspapers."

// nonsenses maps names to models that answer in valid form what is of no use, each by what it would say to a prompt that shows a document D1.
var nonsenses = map[string]func(q standin.Request, s sheet) *standin.Exchange{
	"the moon of cheese, citing what it was shown": func(q standin.Request, s sheet) *standin.Exchange {
		return nonsense(q, s, s.shown[0].number, cheese, cheese)
	},
	"the same with a quote from a document": func(q standin.Request, s sheet) *standin.Exchange {
		return nonsense(q, s, s.shown[0].number, cheese, firstOf(s.shown[0].text))
	},
	"ids that do not exist": func(q standin.Request, s sheet) *standin.Exchange { return nonsense(q, s, "D999", cheese, cheese) },
	"another language": func(q standin.Request, s sheet) *standin.Exchange {
		return nonsense(q, s, s.shown[0].number, "Der Mond besteht aus Käse.", firstOf(s.shown[0].text))
	},
	"refusals": func(standin.Request, sheet) *standin.Exchange {
		return &standin.Exchange{Text: "I cannot help with that.", Stop: "refusal"}
	},
	"10^18 tokens": func(q standin.Request, s sheet) *standin.Exchange {
		e := nonsense(q, s, s.shown[0].number, cheese, cheese)
		e.Usage = &standin.Usage{In: 1e18, Out: 1e18}
		return e
	},
}

func firstOf(text string) string { return text[:max(1, evidence.Sentences(text)[0].End)] }

// nonsense answers every task in its form. Of options it prefers the last one.
func nonsense(q standin.Request, s sheet, id, text, quote string) *standin.Exchange {
	task, _, _ := strings.Cut(q.Task, ".")
	switch task {
	case "options":
		var list []any
		for i, o := range s.options {
			list = append(list, map[string]any{"label": o.Label, "reasoning": text, "quote": quote, "citations": []string{id}, "score": float64(i+1) / float64(len(s.options))})
		}
		return said(map[string]any{"options": list})
	case "synthesis":
		return said(map[string]any{"reasoning": text, "answerable": true, "answer": text + " [" + id + "]", "quote": quote, "citations": []string{id}, "confidence": 1})
	case "reading":
		return said(map[string]any{"readings": []any{map[string]any{"document": id, "says": text, "quote": quote, "addresses": 1, "stance": "supports"}}})
	case "verify":
		return said(map[string]any{"findings": []any{map[string]any{"document": id, "quote": quote, "reasoning": text, "verdict": "supports", "strength": 1}}})
	case "judge":
		return said(map[string]any{"reasoning": text, "choice": "first", "confidence": 1})
	case "plan":
		return said(map[string]any{"sub_claims": []string{text}, "queries": []string{text}, "task_type": "astronomy of cheese"})
	}
	return nil
}

func TestNonsenseInValidFormIsNeverAnsweredWithConfidence(t *testing.T) {
	thorough.Only(t, "many whole runs")
	all, _ := answerable(t)
	var questions []evidence.Question
	for i, q := range all {
		if i%4 == 0 {
			questions = append(questions, q)
		}
	}
	without := boundTo(t, "standard", "", questions)
	for name, says := range nonsenses {
		t.Run(name, func(t *testing.T) {
			url, asked := played(t, func(q standin.Request) *standin.Exchange {
				s := readSheet(q)
				if len(s.shown) == 0 && !strings.HasPrefix(q.Task, "plan") {
					return nil
				}
				if len(s.shown) == 0 {
					s.shown = []shownDoc{{number: "D1", text: cheese}}
				}
				return says(q, s)
			})
			results := boundTo(t, "standard", url, questions)
			require.Greater(t, asked(), len(questions))
			for id, r := range results {
				if r.Abstained || r.Answer == nil {
					continue
				}
				assert.NotContains(t, r.Answer.Text, "cheese", id)
				assert.NotContains(t, r.Answer.Text, "Käse", id)
				if was := without[id]; was.Answer == nil || was.Abstained || was.Answer.Text != r.Answer.Text {
					assert.Less(t, r.Confidence, 0.5, "%s: %q, without the model %v", id, r.Answer.Text, was.Answer)
				}
				assert.Less(t, r.Budget.ModelTokens, int64(1e9), id)
			}
			assert.GreaterOrEqual(t, rightly(questions, results)+1, rightly(questions, without), "nonsense may cost one of %d", len(questions))
		})
	}
}
