package evidence

import (
	"bufio"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/internal/realdata"
)

// eachLine calls use for every line of a file of the development data.
func eachLine(t *testing.T, name string, use func(line []byte)) {
	f, err := os.Open(realdata.Path(t, name))
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		use(lines.Bytes())
	}
	require.NoError(t, lines.Err())
}

func TestRealCorporaParseAndCutExactly(t *testing.T) {
	for name, want := range map[string]int{"pubmedqa/corpus.jsonl": 1000, "scifact/corpus.jsonl": 5183, "cranfield/corpus.jsonl": 1400} {
		t.Run(name, func(t *testing.T) {
			n := 0
			eachLine(t, name, func(line []byte) {
				n++
				d, err := ParseDocument(line)
				require.NoError(t, err)
				for _, p := range Passages(&d, n, PassageOptions{}) {
					require.Equal(t, Field(&d, p.Field)[p.Start:p.End], p.Text)
					require.NotEmpty(t, p.Text)
				}
			})
			assert.Equal(t, want, n)
		})
	}
}

func TestRealQuestionsParse(t *testing.T) {
	for name, typ := range map[string]string{"pubmedqa/questions-dev.jsonl": TypeMultipleChoice, "scifact/claims-train.jsonl": TypeClaim} {
		t.Run(name, func(t *testing.T) {
			eachLine(t, name, func(line []byte) {
				q, err := ParseQuestion(line)
				require.NoError(t, err)
				require.Equal(t, typ, q.Type)
				require.NotEmpty(t, q.Answer)
				require.NotEmpty(t, q.GoldDocs)
				require.NotEmpty(t, CoreTerms(q.Question, 6))
			})
		})
	}
}
