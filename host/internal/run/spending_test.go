package run

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	rand "math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/prompt"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// A market is models whose prices, latencies and faults are drawn anew for each run.
type market struct {
	mu   sync.Mutex
	rand *rand.Rand
	now  time.Time
}

var marketFaults = []error{model.ErrUnavailable, model.ErrRefused, model.ErrSafety, model.ErrTruncated, model.ErrSchema}

// trader is a model of which a call costs worst at most, or of which nobody knows (nil).
func (m *market) trader(worst *int64) *scripted {
	s := says("")
	s.worst = model.Cost{}
	if worst != nil {
		s.worst = model.Cost{MicroUSD: *worst, Tokens: 50, Basis: model.ByPrice}
	}
	s.reply = func(q model.Request) (model.Reply, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.now = m.now.Add(time.Duration(m.rand.IntN(3000)) * time.Millisecond)
		cost := model.Cost{MicroUSD: m.rand.Int64N(s.worst.MicroUSD + 1), Tokens: m.rand.Int64N(51), Basis: model.ByPrice}
		if m.rand.IntN(3) == 0 {
			return model.Reply{Cost: cost}, marketFaults[m.rand.IntN(len(marketFaults))]
		}
		text := map[prompt.Task]string{prompt.TaskOptions: scoring(m.rand.Float64(), m.rand.Float64(), 0), prompt.TaskJudge: ruling("first")}[prompt.Task(q.Purpose)]
		if text == "" {
			text = "{}"
		}
		return model.Reply{Text: text, JSON: json.RawMessage(text), Stop: model.Complete, Cost: cost}, nil
	}
	return s
}

func (m *market) clock() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *market) models() map[model.Role]model.Model {
	out := map[model.Role]model.Model{}
	for _, role := range model.Roles() {
		worst := m.rand.Int64N(300)
		if price := &worst; m.rand.IntN(8) > 0 {
			out[role] = m.trader(price)
		} else {
			out[role] = m.trader(nil)
		}
	}
	return out
}

// spending is a policy under which every step may ask a model.
func (m *market) spending() (body string, most int64) {
	most = 1 + m.rand.Int64N(1500)
	body = oneRound("") + judged
	for _, step := range []string{
		"plan { role = planning }", "gap \"probe\" {\n after = one\n role = cheapest\n}", "claims {\n extract { role = extract }\n}",
		"falsify \"draft\" {\n queries = [\"{draft} controversial\"]\n role = judge\n}",
	} {
		if m.rand.IntN(3) > 0 {
			body += "\n" + step
		}
	}
	body += "\nsynthesise \"standard\" { solvers = [synthesis] }"
	if m.rand.IntN(2) == 0 {
		body = strings.Replace(body, "{ solvers = [synthesis] }", "{\n solvers = [synthesis, planning]\n judge = judge\n}", 1)
	}
	return body + fmt.Sprintf("\nbudget {\n max_cost = \"%.6f USD\"\n max_wall = \"%ds\"\n reserve_for = [synthesis]\n}\n", float64(most)/1e6, 5+m.rand.IntN(60)), most
}

func TestWhateverModelsCostNoRunSpendsMoreThanItMayAndTheAnswerStaysPayable(t *testing.T) {
	policies, runs := thorough.Number(40, 2), 50
	asked, refused, paid := 0, 0, 0
	for p := range policies {
		m := &market{rand: rand.New(rand.NewPCG(uint64(p), 1)), now: time.Unix(0, 0)}
		body, most := m.spending()
		parts := partsOf(t, body, shelfOf(kinase, growth, binding))
		parts.Clock = m.clock
		for n := range runs {
			parts.Models = m.models()
			q := inhibits
			q.ID = fmt.Sprint("q", n)
			q.Question = fmt.Sprintf("What does rapamycin inhibit in human cells, case %d?", n) // no reply of another run
			r := begun(t, parts, q)
			_, err := r.finish(context.Background())
			require.NoError(t, err, body)
			assert.LessOrEqual(t, int64(math.Round(r.Result.Budget.CostUSD*1e6)), most, body)

			head := recorded[record.Run](t, r, record.KindRun)[0].Costs[0]
			spent, challenged := int64(0), false
			for _, c := range recorded[record.ModelCall](t, r, record.KindModelCall) {
				challenged = challenged || strings.HasPrefix(c.Stage, "falsify")
				if c.Skipped == "" {
					asked++
					assert.LessOrEqual(t, spent+c.Worst.CostMicroUSD, most, "%s began what could not be paid: %s", c.Stage, body)
				} else {
					refused++
				}
				if c.Stage == state.Synthesis && c.Role != "extract" && !challenged && head.Known && head.Most.CostMicroUSD <= most {
					paid++
					assert.False(t, strings.Contains(c.Skipped, "USD") || strings.Contains(c.Skipped, "cost"), "%s by %s: %s %s", c.Stage, c.Role, c.Skipped, body) // time may be up
				}
				spent += c.Cost.CostMicroUSD
			}
		}
	}
	t.Logf("%d runs: %d calls, %d not begun, %d of the answer payable beforehand", policies*runs, asked, refused, paid)
	assert.Positive(t, asked*refused*paid)
}
