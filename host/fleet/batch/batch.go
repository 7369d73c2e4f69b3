// Package batch defines what a fleet works on: a manifest that says how the questions of a batch are asked, one job for each question, and
// the names under which they travel. It knows nothing of NATS.
package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
)

// A Job is one question of a batch.
type Job struct {
	Number   int               `json:"number"` // place in the question file, from 0
	Question evidence.Question `json:"question"`
	Run      string            `json:"run"`                // id of the run that answers it
	Withheld bool              `json:"withheld,omitempty"` // it is asked with its upgrade withheld
	Again    bool              `json:"again,omitempty"`    // second turn of a question whose upgrade was granted
	Second   string            `json:"second,omitempty"`   // id of the run of its second turn, if it may have one
	Trace    string            `json:"trace,omitempty"`    // W3C traceparent of the submission
}

// Name returns the job's name within its batch: its number, with a mark for the second turn.
func (j Job) Name() string { return Name(j.Number, j.Again) }

// Next returns the second turn of a job that was asked with its upgrade withheld.
func (j Job) Next() Job {
	j.Run, j.Second, j.Withheld, j.Again = j.Second, "", false, true
	return j
}

// Name returns the name of a job.
func Name(number int, again bool) string {
	if again {
		return fmt.Sprintf("%d-again", number)
	}
	return fmt.Sprint(number)
}

// ParseName reads the name of a job.
func ParseName(name string) (number int, again bool, err error) {
	digits, again := strings.CutSuffix(name, "-again")
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return 0, false, fmt.Errorf("%q is not the name of a job", name)
	}
	return int(n), again, nil
}

// ID derives the id of a batch from its jobs: equal questions under equal policies, plugins, corpora and settings have equal ids.
func ID(jobs []Job) (string, error) {
	if len(jobs) == 0 || len(jobs) > mostQuestions {
		return "", fmt.Errorf("a batch has 1 to %d questions, and this one %d", mostQuestions, len(jobs))
	}
	sum := sha256.New()
	enc := json.NewEncoder(sum)
	for _, j := range jobs {
		j.Trace = ""
		if err := enc.Encode(j); err != nil {
			return "", fmt.Errorf("question %q: %w", j.Question.ID, err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

var idForm = regexp.MustCompile(`^[0-9a-f]{16}$`)

// CheckID refuses what cannot be the id of a batch.
func CheckID(id string) error {
	if !idForm.MatchString(id) {
		return fmt.Errorf("%q is not the id of a batch, which has 16 digits from 0 to f; `sparkhost batch list` shows the ids", id)
	}
	return nil
}
