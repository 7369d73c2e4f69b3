package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/internal/run/read"
	"github.com/sparkhost/sparkhost/host/internal/tape"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// An archive is a shelf that has the texts of some of its works.
type archive struct {
	*shelf
	texts map[string][]evidence.Section // by PMCID
	fails error
	asked []string
}

var _ retrieval.FullTexter = (*archive)(nil)

func (a *archive) HasText(d *evidence.Document) bool { return d.PMCID != "" }

func (a *archive) FullText(_ context.Context, d *evidence.Document) ([]evidence.Section, error) {
	a.asked = append(a.asked, d.PMCID)
	if a.fails != nil {
		return nil, a.fails
	}
	if text := a.texts[d.PMCID]; text != nil {
		return text, nil
	}
	return nil, fmt.Errorf("no text of %s: %w", d.PMCID, retrieval.ErrNotFound)
}

// A wrapped source hides what another can do, but for its Unwrap.
type wrapped struct{ retrieval.Source }

func (w wrapped) Unwrap() retrieval.Source { return w.Source }

const finding0 = "In human cells rapamycin inhibits mTORC1 for hours."

// textOf is an archive with the text of kinase, and a body for runs that want texts.
func textOf(setting string) (*archive, string) {
	d := kinase
	d.PMCID = "PMC1"
	a := &archive{shelf: shelfOf(d), texts: map[string][]evidence.Section{
		"PMC1": {{Label: "Introduction", Text: "Nothing of note."}, {Label: "Results", Text: finding0}},
	}}
	return a, oneRound("") + "\nread {\n full_text = \"open\"\n" + setting + "\n}\n"
}

func TestTheOpenTextOfADocumentIsReadBySection(t *testing.T) {
	a, body := textOf("")
	a.documents[0].Abstract = "Rapamycin was given."
	r := answered(t, partsOf(t, body, wrapped{a}), inhibits)
	var sections []string
	for _, p := range r.Passages {
		sections = append(sections, p.Section)
	}
	assert.Contains(t, sections, evidence.SectionResults)
	var quoted bool
	for _, c := range r.Result.Citations {
		quoted = quoted || c.TextSource == "local" && strings.Contains(finding0, c.Quote) && c.Field == "sections/1"
	}
	assert.True(t, quoted, "%+v", r.Result.Citations)
	assert.Equal(t, int64(2), r.Result.Budget.Searches, "the text was paid for like a search")

	events := recorded[record.FullText](t, r, record.KindFullText)
	require.Len(t, events, 1)
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	_, err = reader.Blob(events[0].Text)
	assert.NoError(t, err, "the record holds the text as it was read")
}

func TestTextsAreGotOnlyIfThePolicyWantsThem(t *testing.T) {
	a, _ := textOf("")
	answered(t, partsOf(t, oneRound(""), a), inhibits)
	assert.Empty(t, a.asked)
}

func TestAWorkWithoutOpenTextIsReadAsItWasFound(t *testing.T) {
	a, body := textOf("")
	a.texts = nil
	r := answered(t, partsOf(t, body, a), inhibits)
	assert.Empty(t, r.Result.Warnings)
	assert.Empty(t, r.Result.FailedSources)
	require.NotEmpty(t, r.Result.Citations)
	assert.Contains(t, recorded[record.FullText](t, r, record.KindFullText)[0].Missing, "no text of PMC1")
}

func TestASourceThatFailsOnATextIsNamedAndTheRunGoesOn(t *testing.T) {
	a, body := textOf("")
	a.fails = errors.New("the lines are down")
	r := answered(t, partsOf(t, body, a), inhibits)
	require.NotEmpty(t, r.Result.Citations)
	require.Len(t, r.Result.Warnings, 1)
	assert.Contains(t, r.Result.Warnings[0], `failed on the text of "kinase": the lines are down`)
	require.Len(t, r.Result.FailedSources, 1)
	assert.Equal(t, 1, r.Result.FailedSources[0].Failed)
}

func TestATextThatTheBudgetRefusesIsNotAskedFor(t *testing.T) {
	a, body := textOf("")
	r := answered(t, partsOf(t, body+"budget {\n searches = 1\n}\n", a), inhibits)
	assert.Empty(t, a.asked)
	require.Len(t, r.Result.Warnings, 1)
	assert.Contains(t, r.Result.Warnings[0], "not all full texts were paid")
}

func TestATextIsCutAfterASentence(t *testing.T) {
	sections := []evidence.Section{{Label: "a", Text: "One two. Three."}, {Label: "b", Text: "Four. Five six seven."}, {Label: "c", Text: "Eight."}}
	d := read.WithText(evidence.Document{Abstract: "A.", Sections: []evidence.Section{{Text: "A."}}}, "s", sections, 25)
	assert.Equal(t, []evidence.Section{{Label: "a", Text: "One two. Three."}, {Label: "b", Text: "Four."}}, d.Sections)
	d = read.WithText(evidence.Document{Sections: []evidence.Section{{Label: "AIM", Text: "A."}}}, "s", sections[2:], 25)
	assert.Equal(t, []evidence.Section{{Label: "AIM", Text: "A."}, {Label: "c", Text: "Eight."}}, d.Sections, "an abstract that is only there in sections stays")
}

func TestAReplayTakesTextsFromTheRecord(t *testing.T) {
	for name, change := range map[string]func(*archive){
		"one that was got":      func(*archive) {},
		"one that is not open":  func(a *archive) { a.texts = nil },
		"a source that failed":  func(a *archive) { a.fails = errors.New("down") },
		"a work without a text": func(a *archive) { a.documents[0].PMCID = "" },
	} {
		t.Run(name, func(t *testing.T) {
			a, body := textOf("")
			change(a)
			parts := partsOf(t, body, a)
			r := answered(t, parts, inhibits)
			parts.Sources = map[string]retrieval.Source{"local": tape.Memoir{Source: "local", Print: a.Fingerprint()}}
			parts.Whole = true
			e, err := NewEngine(parts)
			require.NoError(t, err)
			again, err := e.Replay(context.Background(), tapeOfRun(t, r))
			require.NoError(t, err)
			want := r.Result
			want.Budget.ElapsedMS = 0
			assert.Equal(t, &want, again.Result)
		})
	}
}

func TestAReplayThatWantsATextWhichWasNotGotSaysSo(t *testing.T) {
	a, body := textOf("")
	r := answered(t, partsOf(t, oneRound(""), a), inhibits)
	parts := partsOf(t, body, tape.Memoir{Source: "local", Print: a.Fingerprint()})
	e, err := NewEngine(parts)
	require.NoError(t, err)
	_, err = e.Replay(context.Background(), tapeOfRun(t, r))
	var unknown *tape.UnknowableError
	require.ErrorAs(t, err, &unknown)
	assert.Contains(t, unknown.Why, `the full text of "kinase"`)
}

// tapeOfRun is the record of a run that has ended.
func tapeOfRun(t *testing.T, r *run) *tape.Tape {
	t.Helper()
	reader, err := r.Records.(*record.Store).Read(r.Result.Run)
	require.NoError(t, err)
	tape, err := tape.New(reader)
	require.NoError(t, err)
	return tape
}
