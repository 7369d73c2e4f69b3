package watchcmd

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/retrieval"
)

// A recorded run is compared with a new one.
type recorded struct {
	question evidence.Question
	result   record.Result
	known    map[string]bool // identities of all works that were found
}

func (r *recorded) key() string { return r.question.ID + "\x00" + r.question.Question }

// readRecorded reads a record. One that was cut off has no result, which is an error.
func readRecorded(reader *record.Reader) (*recorded, error) {
	out, finished := &recorded{known: map[string]bool{}}, false
	for e := range reader.Events() {
		var err error
		switch e.Kind {
		case record.KindRun:
			var run record.Run
			if err = e.Decode(&run); err == nil {
				out.question, err = evidence.ParseQuestion(run.Question)
			}
		case record.KindDocument:
			var d record.Document
			if err = e.Decode(&d); err == nil {
				out.know(identities(d.Source, d.ID, d.DOI, d.ArXiv, d.PMID, d.PMCID))
				for _, v := range d.Versions {
					out.know(identities("", "", v.DOI, v.ArXiv, v.PMID, v.PMCID))
				}
			}
		case record.KindResult:
			finished, err = true, e.Decode(&out.result)
		}
		if err != nil {
			return nil, err
		}
	}
	if !finished {
		return nil, errors.New("the record has no result: the run was cut off")
	}
	return out, nil
}

func (r *recorded) know(ids []string) {
	for _, id := range ids {
		r.known[id] = true
	}
}

// identities returns the names by which a work is known again.
func identities(source, id, doi, arxiv, pmid, pmcid string) []string {
	var out []string
	add := func(kind, value string) {
		if value != "" {
			out = append(out, kind+value)
		}
	}
	add("doi:", retrieval.NormalizeDOI(doi))
	add("arxiv:", retrieval.NormalizeArXiv(arxiv))
	add("pmid:", retrieval.NormalizePMID(pmid))
	add("pmcid:", retrieval.NormalizePMCID(pmcid))
	if id != "" {
		add("id:", source+"\x00"+id)
	}
	return out
}

func ofCitation(c *record.Citation) []string {
	return identities(c.Source, c.Doc, c.DOI, c.ArXiv, c.PMID, c.PMCID)
}

// A Work is one that made a difference.
type Work struct {
	Title  string `json:"title,omitempty"`
	Year   int    `json:"year,omitempty"`
	Source string `json:"source"`
	ID     string `json:"id"`
	DOI    string `json:"doi,omitempty"`
	Stance string `json:"stance,omitempty"` // what its quote says of the claim, if that was judged
}

// A Question is one that was asked again.
type Question struct {
	ID         string     `json:"id"`
	Question   string     `json:"question"`
	Run        string     `json:"run"` // as recorded
	Now        string     `json:"now"` // the new run
	Before     string     `json:"before"`
	After      string     `json:"after"`
	Confidence [2]float64 `json:"confidence"` // before and after
	Flipped    bool       `json:"flipped"`
	New        []Work     `json:"new"`             // works that are cited now and were not found before
	Retracted  []Work     `json:"retracted"`       // works that were cited and are retracted now
	Missing    []string   `json:"missing_sources"` // sources that did not answer: what flipped may be their absence, and does not count
}

// compare tells what became of a question.
func compare(before *recorded, after *record.Result) Question {
	q := Question{
		ID: before.question.ID, Question: before.question.Question, Run: before.result.Run, Now: after.Run, Before: verdictOf(&before.result), After: verdictOf(after),
		Confidence: [2]float64{before.result.Confidence, after.Confidence}, New: []Work{}, Retracted: []Work{}, Missing: []string{},
	}
	for _, s := range after.FailedSources {
		q.Missing = append(q.Missing, s.Source)
	}
	slices.Sort(q.Missing)
	q.Missing = slices.Compact(q.Missing)
	q.Flipped = q.Before != q.After && len(q.Missing) == 0
	seen := map[string]bool{}
	for i := range after.Citations {
		c := &after.Citations[i]
		ids := ofCitation(c)
		if !slices.ContainsFunc(ids, func(id string) bool { return before.known[id] || seen[id] }) {
			q.New = append(q.New, Work{c.Title, c.Year, c.Source, c.Doc, c.DOI, c.Stance})
		}
		for _, id := range ids {
			seen[id] = true
		}
	}
	q.Retracted = retractedNow(before, after)
	return q
}

// retractedNow returns the works that were cited, and that the new run knows to be retracted.
func retractedNow(before *recorded, after *record.Result) []Work {
	out, retracted := []Work{}, map[string]bool{}
	for _, x := range after.Excluded {
		for _, id := range identities(x.Source, x.Doc, x.DOI, "", "", "") {
			retracted[id] = retracted[id] || x.Reason == "retracted"
		}
		for _, by := range x.By {
			retracted["id:"+by.Source+"\x00"+by.ID] = true
		}
	}
	for i := range after.Citations {
		for _, id := range ofCitation(&after.Citations[i]) {
			retracted[id] = retracted[id] || after.Citations[i].Retracted
		}
	}
	told := map[string]bool{}
	for i := range before.result.Citations {
		c := &before.result.Citations[i]
		if name := c.Source + "\x00" + c.Doc; !c.Retracted && !told[name] && slices.ContainsFunc(ofCitation(c), func(id string) bool { return retracted[id] }) {
			told[name] = true
			out = append(out, Work{Title: c.Title, Year: c.Year, Source: c.Source, ID: c.Doc, DOI: c.DOI})
		}
	}
	return out
}

// verdictOf returns an answer in one word or text, else how the run ended.
func verdictOf(r *record.Result) string {
	if r.Answer != nil && !r.Abstained {
		return cmp.Or(r.Answer.Label, strings.TrimSpace(r.Answer.Text))
	}
	return string(r.Verdict)
}

// A Report lists what became of the questions.
type Report struct {
	FormatVersion int        `json:"format_version"`
	Flipped       int        `json:"flipped"`
	Incomplete    int        `json:"incomplete"` // questions for which a source did not answer
	Unread        int        `json:"unread"`     // records that could not be read
	Questions     []Question `json:"questions"`
}

func (r *Report) add(q Question) {
	r.Questions = append(r.Questions, q)
	if q.Flipped {
		r.Flipped++
	}
	if len(q.Missing) > 0 {
		r.Incomplete++
	}
}

// Changed says whether there is anything to tell.
func (r *Report) Changed() bool {
	return r.Incomplete > 0 || slices.ContainsFunc(r.Questions, func(q Question) bool { return q.Flipped || len(q.New)+len(q.Retracted) > 0 })
}

// verdict returns the command's exit code: a flip goes before a source that did not answer.
func (r *Report) verdict() error {
	switch {
	case r.Flipped > 0:
		return shell.Fail(shell.ExitRefused, "%d of %d verdicts flipped", r.Flipped, len(r.Questions))
	case r.Unread > 0:
		return shell.Fail(shell.ExitFailed, "%d records cannot be read; the others were watched", r.Unread)
	case r.Incomplete > 0:
		return shell.Fail(shell.ExitFailed, "sources did not answer for %d of %d questions; watch again later", r.Incomplete, len(r.Questions))
	}
	return nil
}
