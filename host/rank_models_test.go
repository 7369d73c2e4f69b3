package host_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/eval"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/host/model/tiny"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// A scorerOf scores texts as it knows the world, or the other way round.
type scorerOf struct {
	golds map[string]*evidence.Question // "question\nbeginning of a gold document"
	all   []evidence.Question
	lies  bool
}

func (s scorerOf) gold(question, text string) bool {
	for at := range s.golds {
		q, title, _ := strings.Cut(at, "\n")
		if strings.HasPrefix(question, strings.TrimSuffix(q, "?")) || strings.Contains(q, strings.TrimSuffix(question, "?")) {
			if strings.HasPrefix(text, title) {
				return true
			}
		}
	}
	return false
}

func (s scorerOf) answer(q standin.Request) *standin.Exchange {
	var body any
	switch q.Wire {
	case "rerank":
		var list []any
		for i, t := range q.Texts {
			list = append(list, map[string]any{"index": i, "score": flag(s.gold(q.Query, t) != s.lies)})
		}
		body = list
	case "embeddings":
		var list []any
		for i, t := range q.Texts {
			list = append(list, map[string]any{"index": i, "embedding": s.vector(t)})
		}
		body = map[string]any{"data": list}
	case "predict":
		var list []any
		for _, p := range q.Pairs {
			list = append(list, s.labels(p))
		}
		body = list
	}
	raw, _ := json.Marshal(body)
	return &standin.Exchange{JSON: raw}
}

// vector has one dimension for each question: a question and its gold documents point along it, or away from each other.
func (s scorerOf) vector(text string) []float64 {
	v := make([]float64, len(s.all)+1)
	v[len(s.all)] = 0.2
	for i := range s.all {
		switch {
		case text == s.all[i].Question:
			v[i] = 1
		case s.gold(s.all[i].Question, text):
			v[i] = 1 - 2*flag(s.lies)
		}
	}
	return v
}

func (s scorerOf) labels(pair [2]string) []map[string]any {
	entails := 0.0
	for i := range s.all {
		q := &s.all[i]
		if strings.Contains(q.Question, strings.TrimSuffix(pair[1], "?")) && s.gold(q.Question, pair[0]) {
			entails = map[string]float64{"yes": 1, "supported": 1, "no": -1, "contradicted": -1}[strings.ToLower(q.Answer)]
		}
	}
	if s.lies {
		entails = -entails
	}
	return []map[string]any{
		{"label": "entailment", "score": math.Max(0, entails)}, {"label": "neutral", "score": 1 - math.Abs(entails)},
		{"label": "contradiction", "score": math.Max(0, -entails)},
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// drugs of a small world, each with what it does and in other words.
var drugs = [][3]string{
	{"zelvatinib", "fever in otters", "body temperature of aquatic mustelids"},
	{"orfanocel", "bone loss in rowers", "skeletal mineral of athletes in boats"},
	{"quimatril", "tremor in weavers", "shaking hands of textile workers"},
	{"bradotene", "night blindness in miners", "scotopic vision of colliery staff"},
	{"selurin", "kidney stones in pilots", "renal calculi of aircrew"},
	{"toncavir", "warts in gardeners", "cutaneous papilloma of horticulturists"},
}

// echoWorld has, for each question, seventeen works that repeat its words and say nothing, and one that answers it in words of its own.
func echoWorld(t *testing.T) (corpus string, questions []evidence.Question, titles map[string]string) {
	t.Helper()
	var lines []string
	titles = map[string]string{}
	add := func(d evidence.Document) {
		raw, err := json.Marshal(d)
		require.NoError(t, err)
		lines, titles[d.ID] = append(lines, string(raw)), d.Title
	}
	for i, d := range drugs {
		question := fmt.Sprintf("Does %s reduce %s?", d[0], d[1])
		for k := range 17 {
			add(evidence.Document{
				ID: fmt.Sprintf("echo-%d-%d", i, k), Title: fmt.Sprintf("Does %s reduce %s: protocol %d", d[0], d[1], k+1), Year: 2020,
				Abstract: fmt.Sprintf("Whether %s does reduce %s is the subject of protocol %d. Recruitment has not begun.", d[0], d[1], k+1),
			})
		}
		gold, says, answer := fmt.Sprintf("gold-%d", i), "lowered", "yes"
		if i%2 == 1 {
			says, answer = "did not lower", "no"
		}
		add(evidence.Document{
			ID: gold, Title: fmt.Sprintf("A randomised trial on the %s", d[2]), Year: 2021,
			Abstract: fmt.Sprintf("We randomised 200 volunteers. %s %s the incidence of %s compared with placebo.", strings.ToUpper(d[0][:1])+d[0][1:], says, d[1]),
		})
		questions = append(questions, evidence.Question{
			ID: fmt.Sprintf("echo-%d", i), Question: question, Type: evidence.TypeMultipleChoice, GoldDocs: []string{gold}, Answer: answer,
			Options: []evidence.Option{{Label: "yes", Text: "yes"}, {Label: "no", Text: "no"}, {Label: "maybe", Text: "maybe"}},
		})
	}
	corpus = filepath.Join(t.TempDir(), "echo.jsonl")
	require.NoError(t, os.WriteFile(corpus, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return corpus, questions, titles
}

// An outcomeOf says how a world was answered.
type outcomeOf struct {
	results map[string]*record.Result // by question
	recall  float64                   // of gold documents among those read
	right   int
	config  host.Config
	ids     []string // of the runs
	steps   map[string]int
}

// scored answers questions under standard, with one role served by the stand-in.
func scored(t *testing.T, corpus string, questions []evidence.Question, role, url string) outcomeOf {
	t.Helper()
	c := host.Config{Policy: "standard", Corpus: []string{corpus}, RecordDir: t.TempDir(), Home: compiledHome(t)}
	if url != "" {
		c.Models = []string{role + "=tei:scripted@" + url}
	}
	h := openWith(t, c)
	out := outcomeOf{config: c, steps: map[string]int{}, results: map[string]*record.Result{}}
	found, wanted := 0, 0
	for _, line := range askLines(t, h, questions, 2) {
		var r record.Result
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		i := slices.IndexFunc(questions, func(q evidence.Question) bool { return q.ID == r.ID })
		if (eval.Judge{}).Outcome(&questions[i], &r).Right {
			out.right++
		}
		reader, err := record.ReadFile(filepath.Join(c.RecordDir, r.Run+".jsonl"))
		require.NoError(t, err)
		docs, err := record.Each[record.Document](reader, record.KindDocument)
		require.NoError(t, err)
		for _, d := range docs {
			if d.Selected && slices.Contains(questions[i].GoldDocs, d.ID) {
				found++
			}
		}
		wanted += len(questions[i].GoldDocs)
		steps, err := record.Each[record.Step](reader, record.KindStep)
		require.NoError(t, err)
		for _, s := range steps {
			if s.Ran {
				out.steps[s.Name]++
			}
		}
		out.ids, out.results[r.ID] = append(out.ids, r.Run), &r
	}
	out.recall = float64(found) / float64(wanted)
	return out
}

func playedScores(t *testing.T, questions []evidence.Question, titles map[string]string, lies bool) string {
	t.Helper()
	s := scorerOf{golds: map[string]*evidence.Question{}, all: questions, lies: lies}
	for i := range questions {
		for _, id := range questions[i].GoldDocs {
			s.golds[questions[i].Question+"\n"+strings.TrimSuffix(titles[id], ".")] = &questions[i]
		}
	}
	url, _ := played(t, s.answer)
	return strings.TrimSuffix(url, "/v1")
}

func TestARightRankerBringsWhatAnswersAmongWhatIsRead(t *testing.T) {
	corpus, questions, titles := echoWorld(t)
	without := scored(t, corpus, questions, "", "")
	for role, step := range map[string]string{"rerank": "select.rerank", "embed": "select.embed"} {
		right := scored(t, corpus, questions, role, playedScores(t, questions, titles, false))
		t.Logf("%s: recall of gold %.2f without, %.2f right; answers right %d, %d of %d", role, without.recall, right.recall, without.right, right.right, len(questions))
		assert.Equal(t, len(questions), right.steps[step], "%s was used in every run", role)
		assert.Greater(t, right.recall, without.recall+0.5, role)
		assert.Greater(t, right.right, without.right, role)
	}
}

func TestScoringModelsThatLieHardlyLowerWhatIsRightWithoutThem(t *testing.T) {
	thorough.Only(t, "seven times a hundred questions, since the bounds are shares of them")
	questions, titles := answerable(t)
	without := scored(t, quickCorpus, questions, "", "")
	for role, step := range map[string]string{"rerank": "select.rerank", "embed": "select.embed", "nli": "verify.entail"} {
		right := scored(t, quickCorpus, questions, role, playedScores(t, questions, titles, false))
		lying := scored(t, quickCorpus, questions, role, playedScores(t, questions, titles, true))
		t.Logf("%s: recall of gold %.3f without, %.3f right, %.3f lying; answers right %d, %d, %d of %d; used in %d runs",
			role, without.recall, right.recall, lying.recall, without.right, right.right, lying.right, len(questions), right.steps[step])
		assert.Positive(t, right.steps[step], role)
		assert.GreaterOrEqual(t, right.recall, without.recall, role)
		assert.GreaterOrEqual(t, right.right, without.right-1, "%s: of this world, %.2f of gold is read anyway", role, without.recall)
		if role == "nli" {
			assert.Greater(t, right.right, without.right, "who judges rightly is believed")
		}
		assert.GreaterOrEqual(t, float64(lying.right), float64(without.right)-math.Floor(0.03*float64(len(questions))), role)
	}
}

// A model that the repository trains answers over HTTP like any other; what is asserted is that it is asked and believed within its bounds.
func TestAModelTrainedOnTheCorpusServesRuns(t *testing.T) {
	thorough.Only(t, "it trains a model")
	shelf, err := os.Open(quickCorpus)
	require.NoError(t, err)
	defer shelf.Close()
	m, err := tiny.Read(shelf)
	require.NoError(t, err)
	url, asked := played(t, m.Answer)
	questions, _ := answerable(t)
	questions = questions[:20]
	without := scored(t, quickCorpus, questions, "", "")
	for role, step := range map[string]string{"rerank": "select.rerank", "embed": "select.embed"} {
		with := scored(t, quickCorpus, questions, role, strings.TrimSuffix(url, "/v1"))
		t.Logf("%s: recall of gold %.3f without, %.3f with; right %d, %d of %d", role, without.recall, with.recall, without.right, with.right, len(questions))
		assert.Equal(t, len(questions), with.steps[step])
		assert.GreaterOrEqual(t, with.recall, without.recall-0.05)
	}
	assert.GreaterOrEqual(t, asked(), 2*len(questions))
}
