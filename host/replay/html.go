package replay

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/plan"
)

// The style and the page around it. The page's Content-Security-Policy names the style by its hash
// and allows nothing else.
var (
	//go:embed page.css
	pageStyle string
	//go:embed page.html
	pageText string
)

var page = template.Must(template.New("page").Parse(pageText))

// WriteHTML writes the report as one page that needs nothing else: no script, no font, no picture. Meaning lists what the
// policies mean differently; nil: they were not compared.
func (r *Report) WriteHTML(w io.Writer, meaning []plan.Change) error {
	hash := sha256.Sum256([]byte(pageStyle))
	p := pageData{Report: r, Bins: bins(r.Changes), Style: template.CSS(pageStyle)}
	p.CSP = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'"
	for i := range r.Changes {
		c := &r.Changes[i]
		row := pageRow{Change: c, Anchor: fmt.Sprintf("r%d", i), What: toldCause(c), Old: toldSide(c.Old), New: toldSide(c.New)}
		switch {
		case !c.Decided():
			p.Undecided = append(p.Undecided, row)
		case c.Flipped:
			p.Flips = append(p.Flips, row)
		case !c.Same():
			p.Moved = append(p.Moved, row)
		}
	}
	p.Compared = meaning != nil
	block := ""
	for i := range meaning {
		m := &meaning[i]
		inside := block != "" && strings.HasPrefix(m.Path, block+".")
		if m.Block && !inside {
			block = m.Path
		}
		p.Meaning = append(p.Meaning, meaningRow{m, inside})
	}
	for _, b := range p.Bins {
		p.Most = max(p.Most, b.Count)
	}
	return page.Execute(w, p)
}

type pageData struct {
	*Report
	Style                   template.CSS
	CSP                     string
	Flips, Moved, Undecided []pageRow
	Bins                    []bin
	Most                    int
	Compared                bool // whether Meaning is known
	Meaning                 []meaningRow
}

// A meaningRow is one setting that the policies mean differently.
type meaningRow struct {
	*plan.Change
	Inside bool // of the block above that came or went
}

// Places returns the places in both policies that say so.
func (m meaningRow) Places() string {
	var out []string
	for _, at := range []*policy.Pos{m.OldAt, m.NewAt} {
		if at != nil && at.File != "" {
			out = append(out, fmt.Sprintf("%s:%d", filepath.ToSlash(at.File), at.Line))
		}
	}
	return strings.Join(out, " → ")
}

type pageRow struct {
	*Change
	Anchor, What, Old, New string
}

// Percent says how full a bar is.
func (p pageData) Percent(n int) int {
	if p.Most == 0 {
		return 0
	}
	return n * 100 / p.Most
}

// A bin counts runs whose confidence moved so far.
type bin struct {
	Text  string
	Count int
}

// binWidth is the width of the bins of moves; the outermost are open.
const binWidth = 0.05

// bins counts the moves of confidence; those that did not move are not in it.
func bins(changes []Change) []bin {
	const outer = 5
	out := make([]bin, 2*outer)
	for i := range out {
		from := float64(i-outer) * binWidth
		out[i].Text = fmt.Sprintf("%+.2f to %+.2f", from, from+binWidth)
	}
	out[0].Text, out[2*outer-1].Text = fmt.Sprintf("under %+.2f", -(outer-1)*binWidth), fmt.Sprintf("over %+.2f", (outer-1)*binWidth)
	for i := range changes {
		if m := changes[i].Moved(); m != 0 {
			at := int(math.Floor(m/binWidth)) + outer
			out[min(max(at, 0), 2*outer-1)].Count++
		}
	}
	return out
}
