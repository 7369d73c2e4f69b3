package load

import (
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/internal/syntax"
)

func intentOf(n *syntax.Node) policy.Intent {
	in := policy.Intent{
		Name: n.Label, Queries: n.Texts("queries"), Against: n.Flag("against"), Reserved: n.Flag("reserved"), AnswerTypes: n.Texts("answer_types"),
		Surviving: n.Text("options") == "surviving", At: n.Pos(),
	}
	if p := n.Child("pairs", ""); p != nil {
		in.Pairs = policy.Pairs{Measure: p.Text("measure"), Above: p.Number("above"), Tokenizer: p.Text("tokenizer"), Max: p.Whole("max"), At: p.Pos()}
	}
	return in
}

func vocabularyOf(outer *syntax.Node) policy.Vocabulary {
	n := outer.Child("vocabulary", "")
	if n == nil {
		return policy.Vocabulary{}
	}
	docs, length := n.Pair("documents"), n.Pair("length")
	return policy.Vocabulary{
		After: n.Text("after"), Top: n.Whole("top"), MinDocuments: int(docs[0]), MaxDocuments: int(docs[1]),
		MinLength: int(length[0]), MaxLength: int(length[1]), At: n.Pos(),
	}
}

func relaxOf(outer *syntax.Node) policy.Relax {
	n := outer.Child("relax", "")
	if n == nil {
		return policy.Relax{}
	}
	return policy.Relax{MaxTerms: n.Whole("max_terms"), StripQuotes: n.Flag("strip_quotes"), Enrich: n.Settings("enrich"), Literal: n.Flag("literal"), At: n.Pos()}
}

func stopsOf(adaptive *syntax.Node) []policy.Stop {
	var out []policy.Stop
	for _, n := range adaptive.All("stop") {
		s := policy.Stop{
			Name: n.Label, Stage: n.Text("stage"), Below: n.Number("below"), Rounds: n.Whole("rounds"),
			NewDocumentsLess: adaptive.Whole("min_new_docs"), At: n.Pos(),
		}
		if n.Has("new_documents_below") {
			s.NewDocumentsLess = n.Whole("new_documents_below")
		}
		out = append(out, s)
	}
	return out
}

func eliminateOf(options *syntax.Node) policy.EliminateEarly {
	n := options.Child("eliminate_early", "")
	if n == nil {
		return policy.EliminateEarly{}
	}
	return policy.EliminateEarly{After: n.Text("after"), Below: n.Number("below"), KeepAtLeast: n.Whole("keep_at_least"), At: n.Pos()}
}

func contrastOf(options *syntax.Node) policy.Contrast {
	n := options.Child("contrast", "")
	if n == nil {
		return policy.Contrast{}
	}
	return policy.Contrast{Window: n.Whole("window"), Max: n.Whole("max"), At: n.Pos()}
}

func summaryOf(read *syntax.Node) policy.Summary {
	n := read.Child("summary", "")
	if n == nil {
		return policy.Summary{}
	}
	return policy.Summary{LeadSentences: n.Whole("lead_sentences"), Signals: n.Text("signals"), MaxChars: n.Whole("max_chars"), Abstracts: n.Flag("abstracts"), At: n.Pos()}
}

// fromRound returns the first round that a stage scores; 0 for one that scores at selection.
func fromRound(stage *syntax.Node) int {
	if !stage.Flag("each_round") {
		return 0
	}
	return stage.Whole("from_round")
}

// refine completes the terms of select, read or options by what those of calibrate do not have, the
// factors of the block's groups among it.
func (b *builder) refine(section *syntax.Node, terms []policy.Term) {
	for i, n := range section.All("term") {
		t := &terms[i]
		t.Document, t.Cited, t.MinMax = n.Text("document"), n.Text("cited"), n.Text("normalise") == "min_max"
		t.When = b.condition(n, "when", momentSelect)
		if g := groupOf(section, n); g != nil {
			t.Factor = factorOf(section, g)
		}
	}
}

// groupOf returns the group that a term is of or relative to.
func groupOf(section, term *syntax.Node) *syntax.Node {
	for _, g := range section.All("group") {
		if slices.Contains(g.Texts("terms"), term.Label) || term.Text("relative_to") == g.Label {
			return g
		}
	}
	return nil
}

// factorOf returns the factor by which a group multiplies its terms: scale, over the most that the terms can add up
// to where their values lie within 0 and 1 (D4).
func factorOf(section, group *syntax.Node) float64 {
	if !group.Flag("normalise") {
		return group.Number("scale")
	}
	most := 0.0
	for _, name := range group.Texts("terms") {
		if t := section.Child("term", name); t != nil {
			most += math.Max(0, t.Number("weight"))
		}
	}
	if most == 0 {
		return group.Number("scale")
	}
	return group.Number("scale") / most
}

// valuesOf returns the attributes of a term that say which value it weighs.
func valuesOf(term *syntax.Node) []string {
	var out []string
	for _, name := range []string{"feature", "stage", "document", "cited"} {
		if term.Has(name) {
			out = append(out, name)
		}
	}
	return out
}

// plans is phase E for what refers to stages, terms and rounds of other blocks, and for templates
// that could never be filled.
func (b *builder) plans() {
	chooser := b.n.Section("select")
	for _, s := range b.n.Section("adaptive").All("stop") {
		if b.stageOfSelect(s, "stage") && !chooser.Child("stage", s.Text("stage")).Flag("each_round") {
			b.report(diag.Error(diag.CodeConflict, s.ValueAt("stage"), fmt.Sprintf("Stage %q only scores at selection", s.Text("stage")), "Write each_round = true in the stage to get a score after each round."))
		}
	}
	for _, s := range chooser.All("stage") {
		if s.Has("from_round") && !s.Flag("each_round") {
			b.report(diag.Error(diag.CodeConflict, s.ValueAt("from_round"), fmt.Sprintf("%s has from_round without each_round", diag.Capital(syntax.Title(s))), "A stage that scores at selection scores all documents."))
		}
	}
	for _, section := range []string{"select", "read", "options"} {
		b.groups(b.n.Section(section))
	}
	for _, n := range b.n.All("intent") {
		b.intentSlots(n)
	}
	b.laterRounds()
	b.enrichment()
}

// stageOfSelect checks that an attribute names a stage of select; false: it does not.
func (b *builder) stageOfSelect(n *syntax.Node, name string) bool {
	chooser := b.n.Section("select")
	if !n.Has(name) || n.Text(name) == "" {
		return false
	}
	if chooser.Child("stage", n.Text(name)) != nil {
		return true
	}
	b.report(diag.Error(diag.CodeUnknownName, n.ValueAt(name), fmt.Sprintf("There is no stage %q in select", n.Text(name)), diag.DidYouMean(n.Text(name), labels(chooser, "stage"))))
	return false
}

// readElsewhere says whether terms of other blocks or the adaptive gate use what a stage of select gives.
func (b *builder) readElsewhere(stage string) bool {
	for _, t := range b.n.Section("read").All("term") {
		if t.Text("document") == stage {
			return true
		}
	}
	for _, t := range b.n.Section("options").All("term") {
		if t.Text("cited") == stage {
			return true
		}
	}
	for _, s := range b.n.Section("adaptive").All("stop") {
		if s.Text("stage") == stage {
			return true
		}
	}
	return false
}

// groups checks what groups and terms of one block say of each other.
func (b *builder) groups(section *syntax.Node) {
	seen := map[string]string{}
	written := b.whole.Section(section.Schema.Name) // a term may be switched off here
	for _, g := range section.All("group") {
		for _, name := range g.Texts("terms") {
			switch {
			case written.Child("term", name) == nil:
				b.report(diag.Error(diag.CodeUnknownName, g.Leaf("terms").ItemAt(name), fmt.Sprintf("There is no term %q in %s", name, section.Schema.Name), diag.DidYouMean(name, labels(section, "term"))))
			case seen[name] != "":
				b.report(diag.Error(diag.CodeConflict, g.Leaf("terms").ItemAt(name), fmt.Sprintf("Term %q is already in group %q", name, seen[name]), "A term can be in one group only."))
			}
			seen[name] = g.Label
		}
	}
	for _, t := range section.All("term") {
		b.stageOfSelect(t, "document")
		b.stageOfSelect(t, "cited")
		to := t.Text("relative_to")
		switch {
		case to == "":
		case written.Child("group", to) == nil:
			b.report(diag.Error(diag.CodeUnknownName, t.ValueAt("relative_to"), fmt.Sprintf("There is no group %q in %s", to, section.Schema.Name), diag.DidYouMean(to, labels(section, "group"))))
		case seen[t.Label] != "":
			b.report(diag.Error(diag.CodeConflict, t.ValueAt("relative_to"), fmt.Sprintf("Term %q is already in group %q", t.Label, seen[t.Label]), "A term can be in one group only."))
		}
	}
}

// intentSlots finds templates of an intent whose slots nothing would ever fill.
func (b *builder) intentSlots(n *syntax.Node) {
	holds := func(slots ...string) bool {
		for _, q := range n.Texts("queries") {
			for _, m := range placeholder.FindAllStringSubmatch(q, -1) {
				if slices.Contains(slots, m[1]) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case n.Child("pairs", "") != nil && !holds("first", "second"):
		b.report(diag.Error(diag.CodeConflict, n.Child("pairs", "").At, fmt.Sprintf("%s has pairs but does not use them", diag.Capital(syntax.Title(n))), "Write {first} and {second} in its queries."))
	case holds("vocabulary") && b.n.Child("vocabulary", "") == nil:
		b.report(diag.Error(diag.CodeMissing, n.ValueAt("queries"), "{vocabulary} is always empty", "Add a vocabulary block, which says after which round to gather it."))
	case n.Text("options") == "surviving" && !holds("option"):
		b.report(diag.Error(diag.CodeConflict, n.ValueAt("options"), fmt.Sprintf("%s has options but does not use them", diag.Capital(syntax.Title(n))), "Write {option} in its queries."))
	}
}

// laterRounds checks that what is done after a round has a round to come after.
func (b *builder) laterRounds() {
	for _, n := range []*syntax.Node{b.n.Child("vocabulary", ""), b.n.Section("options").Child("eliminate_early", "")} {
		if n == nil || b.n.Child("round", n.Text("after")) == nil || slices.Contains(b.n.Texts("order"), n.Text("after")) {
			continue
		}
		b.leftOut(n, "after", n.Text("after"))
	}
}

// enrichment holds the table of relax to texts.
func (b *builder) enrichment() {
	n := b.n.Child("relax", "")
	if n == nil {
		return
	}
	for name, v := range n.Settings("enrich") {
		if text, ok := v.(string); !ok || text == "" {
			b.report(diag.Error(diag.CodeType, n.ValueAt("enrich"), fmt.Sprintf("%q has no replacement", name), "Write words and their replacements, such as {  TEMPO = \"TEMPO nitroxyl oxidation\" }."))
		}
	}
}
