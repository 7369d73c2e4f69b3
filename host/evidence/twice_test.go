package evidence

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of two values of one key the first was lost without a word.
func TestAKeyThatComesTwiceIsNamed(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"q","question":"a","question":"b"}`:                     `field "question": given twice: remove one`,
		`{"id":"q","question":"a", "\u0069d" : 2}`:                     `field "id": given twice: remove one`,
		`{"id":"q","question":"a","options":[{"text":"x","text":{}}]}`: `field "options[0].text": given twice: remove one`,
	} {
		_, err := ParseQuestion([]byte(line))
		assert.EqualError(t, err, want, line)
	}
	_, err := ParseDocument([]byte(`{"id":"d","title":"a","title":"b"}`))
	assert.EqualError(t, err, `field "title": given twice: remove one`)
	q, err := ParseQuestion([]byte(`{"id":"q:\"","question":"a: {\"b\": [\\","meta":{"id":1,"x":[{"y":2}]}}`))
	require.NoError(t, err, "marks in texts and deeper keys count for nothing")
	assert.Equal(t, `a: {"b": [\`, q.Question)
}
