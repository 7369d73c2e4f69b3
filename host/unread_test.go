package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host"
)

func TestWarningsOfTextThatIsNotReadAreEqualSideBySide(t *testing.T) {
	questions := questionsOf(t, quickQuestions)[:12]
	policy := policyFile(t, "read { max_chars = 150 }")
	want := askLines(t, openWith(t, host.Config{Policy: policy}), questions, 1)
	for i, line := range want {
		assert.Regexp(t, `"\d+ documents? that (was|were) read (is|are) longer than 150 bytes, and the rest [^"]*raise read\.max_chars in the policy"`, line, questions[i].ID)
	}
	assert.Equal(t, want, askLines(t, openWith(t, host.Config{Policy: policy}), questions, 4))
}
