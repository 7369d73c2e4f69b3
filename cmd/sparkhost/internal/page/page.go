// Package page draws results as one HTML page for people: answers, what makes each confidence,
// evidence, gates, rounds and budget. The page needs nothing else, no script, font or picture,
// and its Content-Security-Policy lets a browser load nothing; bars are inline SVG.
package page

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/cite"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Run holds what a page shows of a run.
type Run struct {
	Results []*record.Result
	Version string // of the host
	Note    string // why the run ended otherwise than with 0; empty: it did not
}

// The style and the page around it. The policy names the style by its hash, so no text of a
// question can bring another.
var (
	//go:embed page.css
	style string
	//go:embed page.html
	text string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"scale": scale, "part": part, "number": number, "score": score, "percent": percent, "shorten": shorten, "cautions": cautions, "web": web,
	"people": func(names []string) string { return cite.People(names, 3) },
	"inc":    func(i int) int { return i + 1 }, "deref": func(v *float64) float64 { return *v },
}).Parse(text))

// Write writes the page.
func Write(w io.Writer, run Run) error {
	hash := sha256.Sum256([]byte(style))
	p := data{
		Run: run, Style: template.CSS(style),
		CSP: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'",
	}
	taken := map[string]bool{}
	for _, r := range run.Results {
		p.Questions = append(p.Questions, newQuestion(r, anchor(r.ID, taken)))
		p.count(r)
	}
	return page.Execute(w, p)
}

// data is the input of the template.
type data struct {
	Run
	Style     template.CSS
	CSP       string
	Questions []question
	Verdicts  []verdictCount
	Policies  []record.Named
	Cost      float64
	Searches  int64
	Tokens    int64
}

// A verdictCount says how many questions ended so.
type verdictCount struct {
	Verdict record.Verdict
	Count   int
}

// count adds one result to the sums.
func (d *data) count(r *record.Result) {
	at := slices.IndexFunc(d.Verdicts, func(v verdictCount) bool { return v.Verdict == r.Verdict })
	if at < 0 {
		at = len(d.Verdicts)
		d.Verdicts = append(d.Verdicts, verdictCount{Verdict: r.Verdict})
	}
	d.Verdicts[at].Count++
	if !slices.Contains(d.Policies, r.Policy) {
		d.Policies = append(d.Policies, r.Policy)
	}
	spent := r.Budget.Total()
	d.Cost += spent.CostUSD
	d.Searches += spent.Searches
	d.Tokens += spent.ModelTokens
}

// A question is one result, made ready.
type question struct {
	*record.Result
	Anchor  string
	Steps   []step // what makes the confidence, in order
	Options []option
	Idle    []record.TermResult // terms that added nothing
	Lo, Hi  float64             // what the steps span
}

// A step is one summand of the confidence: it moves the sum from From to To.
type step struct {
	record.TermResult
	From, To float64
}

// An option with its terms in the order of their weight in the score.
type option struct {
	record.OptionResult
	Chosen bool
	Parts  []namedPart
	Lo, Hi float64
}

type namedPart struct {
	Name  string
	Value float64
}

func newQuestion(r *record.Result, anchor string) question {
	q := question{Result: r, Anchor: anchor, Hi: 1}
	sum := r.Calibration.Base
	q.span(sum)
	for _, t := range r.Calibration.Terms {
		if t.Delta == 0 {
			q.Idle = append(q.Idle, t)
			continue
		}
		q.Steps = append(q.Steps, step{t, sum, sum + t.Delta})
		sum += t.Delta
		q.span(sum)
	}
	lo, hi := 0.0, 0.0
	for _, o := range r.Options {
		lo, hi = min(lo, o.Score), max(hi, o.Score)
	}
	for _, o := range r.Options {
		q.Options = append(q.Options, newOption(r, o, lo, hi))
	}
	return q
}

func (q *question) span(sum float64) { q.Lo, q.Hi = min(q.Lo, sum), max(q.Hi, sum) }

func newOption(r *record.Result, o record.OptionResult, lo, hi float64) option {
	out := option{OptionResult: o, Chosen: r.Answer != nil && r.Answer.Label == o.Label, Lo: lo, Hi: hi}
	for name, v := range o.Terms {
		if v != 0 {
			out.Parts = append(out.Parts, namedPart{name, v})
		}
	}
	slices.SortFunc(out.Parts, func(a, b namedPart) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// anchor makes an id of an element from a question's id, each once.
func anchor(id string, taken map[string]bool) string {
	id = "q-" + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '.':
			return r
		}
		return '-'
	}, id)
	out := id
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s-%d", id, n)
	}
	taken[out] = true
	return out
}

// maxShown bounds what the page shows of one text; the results have all of it.
const maxShown = 1200

// shorten cuts a text and drops what could turn its direction.
func shorten(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return s
}

// number prints a value as people read it: at most six significant digits.
func number(v float64) string { return fmt.Sprintf("%.6g", v) }

// score prints a summand or a sum.
func score(v float64) string { return fmt.Sprintf("%.3f", v) }

// percent prints a fraction.
func percent(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) }

// cautions returns, as tags, what a reader has to know of a cited work.
func cautions(c record.Citation) []string {
	out := cite.Cautions(&c)
	for i := range out {
		out[i] = strings.ToLower(out[i])
	}
	return out
}

// web returns an address that a browser opens as a page, and nothing of another, such as one of javascript.
func web(address string) string {
	if scheme, _, _ := strings.Cut(strings.ToLower(address), ":"); scheme == "https" || scheme == "http" {
		return address
	}
	return ""
}
