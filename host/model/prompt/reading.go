package prompt

import (
	"encoding/json"

	"github.com/sparkhost/sparkhost/host/model"
)

// Reading asks which documents address the question, and what each says about it. Answer cap: 100 tokens and 110 for each document.
func Reading(e Evidence) (model.Request, error) {
	var b blocks
	in := struct{ shown }{Evidence{Question: e.Question, Documents: e.Documents}.show(&b)}
	r, err := request(TaskReading, model.Extract, 100+110*len(e.Documents), in, &b)
	return shrinking(r, err, e, Reading)
}

// A Read holds a model's reading of a document that addresses the question.
type Read struct {
	DocumentID string
	Says       string
	Quote      string  // word for word from the document
	Addresses  float64 // from 0 to 1
	Stance     string  // "supports", "contradicts" or "neutral"
}

// ParseReading returns one reading for each document that addresses the question, the first. One whose quote is not in its document
// is left out: what a model cannot show it has not read.
func ParseReading(raw json.RawMessage, e Evidence) ([]Read, []string) {
	n := &notes{task: TaskReading}
	var answer struct {
		Readings []struct {
			Document  string   `json:"document"`
			Says      string   `json:"says"`
			Quote     string   `json:"quote"`
			Addresses *float64 `json:"addresses"`
			Stance    string   `json:"stance"`
		} `json:"readings"`
	}
	if !n.decode(raw, &answer) {
		return nil, n.list()
	}
	var list []Read
	seen := map[string]bool{}
	for _, r := range answer.Readings {
		d := e.named(r.Document)
		quote := oneLine(r.Quote, 2*maxSentence)
		switch {
		case d == nil:
			n.drop("documents that do not exist")
		case r.Addresses == nil || !inUnit(*r.Addresses) || !known([]string{"supports", "contradicts", "neutral"}, r.Stance):
			n.drop("readings without a stance or with a number out of range")
		case seen[d.ID]:
			n.drop("second readings of a document")
		case !e.quotes(d.ID, quote):
			n.drop("quotes that are not in the document")
		default:
			seen[d.ID] = true
			list = append(list, Read{d.ID, oneLine(r.Says, maxSentence), quote, *r.Addresses, r.Stance})
		}
	}
	return list, n.list()
}
