package graph_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/graph"
	"github.com/sparkhost/sparkhost/host/policy/load"
	"github.com/sparkhost/sparkhost/policies"
)

// hostile holds what could end a label, begin markup or draw outside its line.
const hostile = "a\"]; x --> y\n%% <script>alert(1)</script> ]]> &amp; #35; `**b**` \\\" \\N |z| \u202egnp.exe\x00\x1b[31m"

// hostilePolicy has hostile texts wherever a text may stand.
func hostilePolicy() *policy.Policy {
	at := &policy.Condition{Text: hostile}
	return &policy.Policy{
		Name: hostile, Sources: []policy.Source{{Name: hostile}},
		Intents:   []policy.Intent{{Name: hostile, Queries: []string{hostile, strings.Repeat("long", 200)}, Against: true}},
		Rounds:    []policy.Round{{Name: hostile, Intents: []string{hostile}}, {Name: "b", When: at}},
		Gaps:      []policy.Gap{{Kind: hostile, After: "every_round", Inject: "next_round", MaxPerRound: 2, Stages: []policy.Stage{{Name: hostile, Plugin: hostile}}}},
		Falsify:   []policy.Falsify{{Kind: hostile, When: at, Queries: []string{hostile}, ResynthesizeOver: 0.5, MaxResynthesis: 1}},
		Select:    policy.Select{Stages: []policy.Stage{{Name: hostile, Plugin: hostile}}, Terms: []policy.Term{{Name: hostile, Feature: hostile}}},
		Calibrate: policy.Calibrate{Stage: policy.Stage{Name: hostile, Plugin: hostile}},
		Gates:     []policy.Gate{{Name: hostile, Condition: at, Reason: hostile, Message: hostile}},
	}
}

func shipped(t *testing.T) *graph.Graph {
	t.Helper()
	set, diags := load.Load(load.Options{Path: "standard", Shipped: policies.FS})
	require.False(t, diags.HasErrors())
	p, _ := set.Policy("")
	return graph.New(p)
}

func TestGraphIsTheWayOfAQuestion(t *testing.T) {
	g := shipped(t)
	var titles, beside []string
	for _, n := range g.Nodes {
		titles = append(titles, n.Title)
	}
	next := 0
	for _, e := range g.Edges {
		if e.Flow == graph.FlowNext {
			assert.Equal(t, e.From+1, e.To)
			next++
			continue
		}
		beside = append(beside, string(e.Flow)+" "+titles[e.From]+" > "+titles[e.To]+": "+e.Label)
	}
	assert.Equal(t, len(g.Nodes)-1, next)
	assert.Equal(t, []string{
		"question", "round primary", "round methods", "round adversarial", "select", "read", "address", "claims", "assess", "options", "falsify draft",
		"calibrate", "gate covered (hard)", "gate spoken_of (hard)", "gate backed (hard)", "gate named (hard)", "gate together (hard)", "gate asks (hard)", "gate specific (hard)", "gate denied (hard)", "gate own_words (hard)", "gate told_apart (hard)",
		"gate quoted (hard)", "gate said (advisory)", "gate confident (soft)", "result",
	}, titles)
	assert.Equal(t, []string{
		"ahead round methods > round adversarial: gap coverage: ≤ 4 queries", "back falsify draft > claims: score > 0.7: redrafted, at most 1×",
	}, beside)
}

func TestConditionsStandOnTheEdgesTheyOpen(t *testing.T) {
	g := graph.New(&policy.Policy{Rounds: []policy.Round{{Name: "a"}, {Name: "b", When: &policy.Condition{Text: "round.open_gaps > 0"}}}})
	assert.Equal(t, "when round.open_gaps > 0, else skipped", g.Edges[1].Label)
}

func TestAGapsEdgeNamesThePluginsThatMeasureIt(t *testing.T) {
	g := graph.New(&policy.Policy{
		Rounds: []policy.Round{{Name: "a"}, {Name: "b"}},
		Gaps: []policy.Gap{{
			Kind: "coverage", After: "a", Inject: "b", MaxPerRound: 2, Stages: []policy.Stage{{Name: "coverage", Plugin: "one"}, {Name: "saturation", Plugin: "two"}},
		}},
	})
	label := "gap coverage: ≤ 2 queries; stage coverage → plugin one; stage saturation → plugin two"
	assert.Contains(t, g.Edges, graph.Edge{From: 1, To: 2, Flow: graph.FlowAhead, Label: label})
}

func TestARepeatedRoundComesBackToItself(t *testing.T) {
	g := graph.New(&policy.Policy{Rounds: []policy.Round{{Name: "a", Repeat: policy.Repeat{Max: 3, Until: &policy.Condition{Text: "round.open_gaps == 0"}}}}})
	assert.Contains(t, g.Edges, graph.Edge{From: 1, To: 1, Flow: graph.FlowBack, Label: "repeated, at most 3 passes, until round.open_gaps == 0"})
	require.NoError(t, graph.WriteSVG(io.Discard, g))
}

func TestSVGIsOneDocumentWhateverThePolicySays(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, graph.WriteSVG(&out, graph.New(hostilePolicy())))
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			assert.NotEqual(t, "script", token.Name.Local)
		case xml.CharData:
			text.Write(token)
		}
	}
	assert.Contains(t, text.String(), "<script>alert(1)</script>", "it is shown as what it is")
	assert.NotContains(t, text.String(), "\u202e")
}

func TestMermaidLabelsDoNotEnd(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, graph.WriteMermaid(&out, graph.New(hostilePolicy())))
	line := regexp.MustCompile(`^(flowchart TD|  n\d+(\(\[|\[\[|\[|\{\{)"[^"<>` + "`" + `]*(<br/>[^"<>` + "`" + `]*)*"(\]\)|\]\]|\]|\}\}):::\w+|  n\d+ -\.?->(\|"[^"<>` + "`" + `]*"\|)? n\d+|  classDef [\w ,:#]+)$`)
	for _, l := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		assert.Regexp(t, line, l)
	}
}

func TestDotStringsDoNotEnd(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, graph.WriteDot(&out, graph.New(hostilePolicy())))
	text := `"(?:[^"\\]|\\["\\n])*"`
	line := regexp.MustCompile(`^(digraph ` + text + ` \{|  (rankdir|node|edge).*;|  n\d+ \[label=` + text + `, fillcolor="#\w+", color="#\w+"\];|  n\d+ -> n\d+ \[label=` + text + `(, style=dashed, constraint=false)?\];|\})$`)
	for _, l := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		assert.Regexp(t, line, l)
	}
}

func TestWritersReportWhatTheyCannotWrite(t *testing.T) {
	for _, write := range []func(io.Writer, *graph.Graph) error{graph.WriteSVG, graph.WriteDot, graph.WriteMermaid} {
		require.ErrorIs(t, write(broken{}, shipped(t)), io.ErrClosedPipe)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
