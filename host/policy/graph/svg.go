package graph

import (
	"bytes"
	"fmt"
	"io"

	svg "github.com/ajstarks/svgo"

	"github.com/sparkhost/sparkhost/internal/fold"
)

// A color paints a kind of node.
type color struct{ fill, line string }

var colors = map[Kind]color{
	KindEnd:   {"#eef0f3", "#59636e"},
	KindRound: {"#ddeafc", "#2b63b8"},
	KindStep:  {"#f7f8fa", "#8a94a0"},
	KindTrial: {"#fbe4e4", "#b3403f"},
	KindGate:  {"#fdf1cf", "#9a6b00"},
}

// The measures of the picture, in pixels. Texts are wrapped by an estimate of their width, on
// the safe side for sans-serif fonts.
const (
	margin     = 24
	boxWidth   = 600
	laneWidth  = 170
	lineHeight = 17
	boxRunes   = 88 // of a line in a box
	edgeRunes  = 76 // of a line beside an arrow
	laneRunes  = 22
	arrow      = 26 // length of a bare arrow
	maxLanes   = 4
)

// A box is a node with its place.
type box struct {
	Node
	lines  []string
	top, h int
}

// WriteSVG draws the graph as one column of boxes; what leads ahead or back runs beside it.
func WriteSVG(w io.Writer, g *Graph) error {
	boxes, height := place(g)
	lanes := assign(g)
	width := 2*margin + boxWidth + used(lanes)*laneWidth
	var out bytes.Buffer // the canvas does not report errors
	c := svg.New(&out)
	c.Startview(width, height, 0, 0, width, height)
	c.Title("policy " + g.Name)
	c.Def()
	for _, f := range []Flow{FlowNext, FlowAhead, FlowBack} {
		c.Marker(string(f), 8, 4, 8, 8, `orient="auto"`, `markerUnits="userSpaceOnUse"`)
		c.Path("M0,0 L8,4 L0,8 z", fmt.Sprintf(`fill="%s"`, flowColors[f]))
		c.MarkerEnd()
	}
	c.DefEnd()
	c.Rect(0, 0, width, height, `fill="#ffffff"`)
	c.Gstyle("font-family:Helvetica,Arial,sans-serif;font-size:12px;fill:#1b1f24")
	for i, e := range g.Edges {
		if e.Flow == FlowNext {
			drawNext(c, &boxes[e.From], &boxes[e.To], e)
			continue
		}
		drawLane(c, &boxes[e.From], &boxes[e.To], e, lanes[i])
	}
	for i := range boxes {
		drawBox(c, &boxes[i])
	}
	c.Gend()
	c.End()
	_, err := w.Write(out.Bytes())
	return err
}

var flowColors = map[Flow]string{FlowNext: "#59636e", FlowAhead: "#2b63b8", FlowBack: "#b3403f"}

// place puts the boxes below each other, with room for what stands beside the arrows.
func place(g *Graph) (boxes []box, height int) {
	labels := map[int]int{}
	for _, e := range g.Edges {
		if e.Flow == FlowNext {
			labels[e.To] = len(fold.Lines(e.Label, edgeRunes))
		}
	}
	y := margin
	for i, n := range g.Nodes {
		b := box{Node: n}
		for _, l := range n.Lines {
			b.lines = append(b.lines, fold.Lines(l, boxRunes)...)
		}
		if i > 0 {
			y += arrow + labels[i]*lineHeight
		}
		b.top, b.h = y, 30+len(b.lines)*lineHeight
		if len(b.lines) > 0 {
			b.h += 4
		}
		y += b.h
		boxes = append(boxes, b)
	}
	return boxes, y + margin
}

// assign gives each edge beside the column the innermost lane that is free along its way; when
// all are taken, lanes are shared.
func assign(g *Graph) map[int]int {
	lanes := map[int]int{}
	for i, e := range g.Edges {
		if e.Flow == FlowNext {
			continue
		}
		taken := map[int]bool{}
		for j, lane := range lanes {
			o := g.Edges[j]
			if a, b := span(e), span(o); a[0] < b[1] && b[0] < a[1] {
				taken[lane] = true
			}
		}
		lane := 0
		for taken[lane] && lane < maxLanes-1 {
			lane++
		}
		lanes[i] = lane
	}
	return lanes
}

// span counts the boxes that an edge passes; one that comes back to its own box passes half of it.
func span(e Edge) [2]float64 {
	if e.From == e.To {
		return [2]float64{float64(e.From) - 0.5, float64(e.To) + 0.5}
	}
	return [2]float64{float64(min(e.From, e.To)), float64(max(e.From, e.To))}
}

func used(lanes map[int]int) int {
	n := 0
	for _, lane := range lanes {
		n = max(n, lane+1)
	}
	return n
}

func drawBox(c *svg.SVG, b *box) {
	round := 6
	if b.Kind == KindEnd {
		round = 15
	}
	c.Roundrect(margin, b.top, boxWidth, b.h, round, round, fmt.Sprintf(`fill="%s" stroke="%s"`, colors[b.Kind].fill, colors[b.Kind].line))
	c.Text(margin+14, b.top+20, b.Title, `font-weight="bold" font-size="13px"`)
	for i, l := range b.lines {
		c.Text(margin+14, b.top+20+(i+1)*lineHeight+2, l)
	}
}

// drawNext is the arrow between neighbours, its label at its side.
func drawNext(c *svg.SVG, from, to *box, e Edge) {
	x := margin + 40
	c.Line(x, from.top+from.h, x, to.top-1, fmt.Sprintf(`stroke="%s" stroke-width="1.4" marker-end="url(#%s)"`, flowColors[e.Flow], e.Flow))
	for i, l := range fold.Lines(e.Label, edgeRunes) {
		c.Text(x+12, from.top+from.h+lineHeight+i*lineHeight+2, l, `font-style="italic"`)
	}
}

// drawLane is an arrow that leaves the column, runs along a lane and comes back.
func drawLane(c *svg.SVG, from, to *box, e Edge, lane int) {
	right := margin + boxWidth
	x := right + 18 + lane*laneWidth
	y1, y2 := from.top+from.h/2+4, to.top+to.h/2-4
	if e.To < e.From {
		y1, y2 = from.top+from.h/2-4, to.top+to.h/2+4
	}
	if e.To == e.From {
		y1, y2 = from.top+from.h-10, from.top+10
	}
	path := fmt.Sprintf("M%d,%d L%d,%d L%d,%d L%d,%d", right, y1, x, y1, x, y2, right+1, y2)
	c.Path(path, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.4" stroke-dasharray="5,4" stroke-linejoin="round" marker-end="url(#%s)"`, flowColors[e.Flow], e.Flow))
	lines := fold.Lines(e.Label, laneRunes)
	top := (y1+y2)/2 - len(lines)*lineHeight/2 + 12
	for i, l := range lines {
		c.Text(x+8, top+i*lineHeight, l, fmt.Sprintf(`fill="%s"`, flowColors[e.Flow]))
	}
}
