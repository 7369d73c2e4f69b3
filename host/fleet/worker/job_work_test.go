package worker

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// A sent message has data and a subject; nothing else of it is asked for.
type sent struct {
	jetstream.Msg
	data, subject string
}

func (s sent) Data() []byte    { return []byte(s.data) }
func (s sent) Subject() string { return s.subject }

// read reads a job that was sent.
func read(data, subject string) (task, error) {
	t := task{msg: sent{data: data, subject: subject}}
	return t, t.read()
}

const job = `{"number":1,"question":{"id":"q#","question":"Is it?","options":[{"label":"a#","text":"b"}],"meta":{"k#":[1]}},"run":"r","second":"s","trace":"t"}`

// TestTheWorkOfAJobGrowsWithIt has jobs with many options, long texts and values within each other, and damaged ones, which are named by their subject.
func TestTheWorkOfAJobGrowsWithIt(t *testing.T) {
	for _, text := range [][3]string{
		{`{"number":7,"question":{"options":[{}`, `,{"label":"a#","text":"b"}`, `]}}`},
		{`{"number":7,"question":{"meta":{"":1`, `,"k#":[1,"\u00e9"]`, `}}}`},
		{`{"number":7,"question":{"question":"a`, ` \u00e9`, `"}}`},
		{`{"number":7`, `,"other#":{}`, `}`},
	} {
		doubling.Repeated(t, text[0], text[1], text[2], func(text string) {
			got, err := read(text, "")
			assert.NoError(t, err)
			assert.Equal(t, 7, got.Number)
		})
	}
	doubling.Nested(t, `{"question":`, `1`, `}`, func(text string) { _, _ = read(text, "") })
	doubling.Nested(t, `[`, `1`, `]`, func(text string) { _, _ = read(`{"question":{"meta":{"a":`+text+`}}}`, "") })
	doubling.Repeated(t, "jobs", ".a", ".7-again", func(text string) {
		got, err := read("", text)
		assert.ErrorContains(t, err, "the job is damaged")
		assert.Equal(t, 7, got.Number)
	})
}

// FuzzWorkOfJobs holds jobs and their subjects to work that grows with them and not faster.
func FuzzWorkOfJobs(f *testing.F) {
	doubling.Fuzz(f, func(_ testing.TB, text string) {
		_, _ = read(text, "jobs.b.7")
		_, _ = read("", text)
	}, job, "jobs.b#.7-again")
}
