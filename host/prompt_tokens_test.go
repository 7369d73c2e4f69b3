package host_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/standin"
	"github.com/sparkhost/sparkhost/internal/thorough"
)

// A promptUse says what prompts of a task take, in bytes.
type promptUse struct {
	task                 string
	calls, bytes, shared int
}

// leastKept is the prefix from which vendors keep what a prompt begins with: 1,024 tokens of four bytes.
const leastKept = 4096

// usedBy adds up prompts by task. Shared are the bytes with which a prompt begins as an earlier one did, where they are enough to be kept.
func usedBy(seen []standin.Request) (list []promptUse, total promptUse) {
	by := map[string]*promptUse{}
	var before []string
	for _, q := range seen {
		text := q.Text()
		u := by[q.Task]
		if u == nil {
			u = &promptUse{task: q.Task}
			by[q.Task] = u
		}
		most := 0
		for _, b := range before {
			most = max(most, commonPrefix(text, b))
		}
		if most < leastKept {
			most = 0
		}
		before = append(before, text)
		for _, to := range []*promptUse{u, &total} {
			to.calls, to.bytes, to.shared = to.calls+1, to.bytes+len(text), to.shared+most
		}
	}
	for _, u := range by {
		list = append(list, *u)
	}
	slices.SortFunc(list, func(a, b promptUse) int { return cmp.Compare(b.bytes, a.bytes) })
	return list, total
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// What combined takes with six roles, by task: the figures of docs/models.md. Run it with -v.
func TestTokensOfAQuestionWithSixRoles(t *testing.T) {
	thorough.Only(t, "twenty whole runs: a mean of fewer says little")
	questions, _ := answerable(t)
	var some []evidence.Question
	for i, q := range questions {
		if i%5 == 0 && len(some) < 20 {
			some = append(some, q)
		}
	}
	server, url := standIn(t)
	c := host.Config{Policy: "combined", Corpus: []string{quickCorpus}, RecordDir: t.TempDir(), Home: compiledHome(t)}
	for _, role := range sixRoles {
		c.Models = append(c.Models, role+"=llamacpp:scripted@"+url+"/v1")
	}
	h := openWith(t, c)
	tokens := int64(0)
	for _, q := range some {
		r, err := h.Ask(t.Context(), q)
		require.NoError(t, err)
		tokens += r.Budget.ModelTokens
	}
	list, total := usedBy(server.Requests())
	for _, u := range list {
		t.Logf("%-20s %4d calls %7d bytes a question, %3d %% of them kept from an earlier prompt", u.task, u.calls, u.bytes/len(some), 100*u.shared/max(1, u.bytes))
	}
	t.Logf("%d tokens a question, %d bytes of prompts, %d %% of them kept", tokens/int64(len(some)), total.bytes/len(some), 100*total.shared/total.bytes)
	assert.Less(t, float64(tokens)/float64(len(some)), 0.6*14_100, "40 % less than the first version of the prompts")
}
