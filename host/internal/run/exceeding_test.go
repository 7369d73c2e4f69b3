package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/state"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// lengthened is a paper with more text than the 10000 bytes that are read by default.
func lengthened(d evidence.Document) evidence.Document {
	d.Text = strings.Repeat("The weather was fine. ", 500)
	return d
}

// unreadOf lists what a run warned of documents that are too long.
func unreadOf(t *testing.T, r *run) []string {
	t.Helper()
	var out []string
	for _, w := range recorded[record.Warning](t, r, record.KindWarning) {
		if w.Code == "text_unread" {
			out = append(out, w.Text)
			assert.Equal(t, "read", w.Stage)
			assert.Contains(t, r.Result.Warnings, w.Text)
		}
	}
	return out
}

const oneUnread = "1 document that was read is longer than 10000 bytes, and the rest of its text was not read; to read more, raise read.max_chars in the policy"

func TestARunSaysOnceHowManyDocumentsAreLongerThanIsRead(t *testing.T) {
	for name, tt := range map[string]struct {
		settings string
		found    []evidence.Document
		want     []string
	}{
		"none":            {"", []evidence.Document{kinase, growth}, nil},
		"one":             {"", []evidence.Document{kinase, lengthened(growth)}, []string{oneUnread}},
		"two":             {"", []evidence.Document{lengthened(kinase), lengthened(growth), binding}, []string{"2 documents that were read are longer than 10000 bytes, and the rest of their texts was not read; to read more, raise read.max_chars in the policy"}},
		"more is read":    {"\nread { max_chars = 20000 }", []evidence.Document{lengthened(kinase)}, nil},
		"one is not read": {"\nselect { documents = [1, 1] }", []evidence.Document{kinase, lengthened(growth)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := answered(t, partsOf(t, oneRound("")+tt.settings, shelfOf(tt.found...)), inhibits)
			require.NotEmpty(t, r.Result.Citations)
			assert.Equal(t, tt.want, unreadOf(t, r))
		})
	}
}

func TestADocumentThatIsReadLateIsCountedToo(t *testing.T) {
	drug := paper("drug", "Zelvatinib shrinks thymomas of aged hamsters", "The kinase inhibitor zelvatinib shrank thymomas in aged hamsters.")
	cure := paper("cure", "A cure for calves", "Zelvatinib cleared Theileria parva from calves within 8 days.")
	for name, tt := range map[string]struct {
		settings string
		question evidence.Question
		first    evidence.Document
		late     evidence.Document
		second   []evidence.Document
	}{
		"found against the draft": {challenged(firstOnly, "1.0"), inhibits, kinase, retraction, nil},
		"found by a reaction":     {reacting(pivoting), inhibits, kinase, verdicts, []evidence.Document{growth, retraction}},
		"found by a follow-up": {oneRound(firstOnly) + `
			sources = [local, second]
			answer {
				stage "extraction" {
					plugin = plugin.extraction
					config = { mode = "answer" }
				}
			}
			follow_up {
				max_queries = 1
				documents   = 1
			}`, evidence.Question{ID: "q", Question: "One kinase inhibitor shrank thymomas in aged hamsters. Which parasite did it later clear from calves?", Type: evidence.TypeFreeForm}, drug, cure, nil},
	} {
		t.Run(name, func(t *testing.T) {
			documents := slices.Concat([]evidence.Document{tt.first}, tt.second, []evidence.Document{lengthened(tt.late)})
			r := answered(t, partsOf(t, tt.settings, shelfOf(documents...), empty()), tt.question)
			require.True(t, slices.ContainsFunc(r.Pool.Documents(), func(e retrieval.Entry) bool { return e.Document.ID == tt.late.ID }), "it was found")
			assert.False(t, slices.ContainsFunc(r.Selected, func(d *state.Document) bool { return d.Document.ID == tt.late.ID }), "not by the rounds")
			assert.Equal(t, []string{oneUnread}, unreadOf(t, r))
		})
	}
}

func TestAReplayWarnsOfUnreadTextAsTheRunDid(t *testing.T) {
	s := newStudio(t, "standard", "q-cl-20", "q-mc-04")
	p := *s.parts.Policy
	p.Read.MaxChars = 150
	var resumed int
	for _, q := range s.questions {
		real, reader, err := s.run(t, &p, q)
		require.NoError(t, err)
		require.Regexp(t, `^\d+ documents that were read are longer than 150 bytes`, strings.Join(real.Warnings, "\n"))
		for _, whole := range []bool{false, true} {
			got, err := s.replay(t, &p, reader, whole)
			require.NoError(t, err)
			assert.Equal(t, canonicalResult(t, real), canonicalResult(t, got.Result), "%s, whole: %v", q.ID, whole)
			if got.Resumed {
				resumed++
			}
		}
	}
	assert.Equal(t, 2, resumed, "such a warning keeps no replay from the checkpoint")
}
