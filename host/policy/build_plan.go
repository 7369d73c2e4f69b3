package policy

import (
	"fmt"
	"math"
	"slices"

	"github.com/sparkhost/sparkhost/host/policy/diag"
)

func intentOf(n *node) Intent {
	in := Intent{
		Name: n.label, Queries: n.texts("queries"), Against: n.flag("against"), AnswerTypes: n.texts("answer_types"),
		Surviving: n.text("options") == "surviving", At: n.pos(),
	}
	if p := n.child("pairs", ""); p != nil {
		in.Pairs = Pairs{Measure: p.text("measure"), Above: p.number("above"), Tokenizer: p.text("tokenizer"), Max: p.whole("max"), At: p.pos()}
	}
	return in
}

func vocabularyOf(policy *node) Vocabulary {
	n := policy.child("vocabulary", "")
	if n == nil {
		return Vocabulary{}
	}
	docs, length := n.pair("documents"), n.pair("length")
	return Vocabulary{
		After: n.text("after"), Top: n.whole("top"), MinDocuments: int(docs[0]), MaxDocuments: int(docs[1]),
		MinLength: int(length[0]), MaxLength: int(length[1]), At: n.pos(),
	}
}

func relaxOf(policy *node) Relax {
	n := policy.child("relax", "")
	if n == nil {
		return Relax{}
	}
	return Relax{MaxTerms: n.whole("max_terms"), StripQuotes: n.flag("strip_quotes"), Enrich: n.settings("enrich"), Literal: n.flag("literal"), At: n.pos()}
}

func stopsOf(adaptive *node) []Stop {
	var out []Stop
	for _, n := range adaptive.all("stop") {
		s := Stop{
			Name: n.label, Stage: n.text("stage"), Below: n.number("below"), Rounds: n.whole("rounds"),
			NewDocumentsLess: adaptive.whole("min_new_docs"), At: n.pos(),
		}
		if n.has("new_documents_below") {
			s.NewDocumentsLess = n.whole("new_documents_below")
		}
		out = append(out, s)
	}
	return out
}

func eliminateOf(options *node) EliminateEarly {
	n := options.child("eliminate_early", "")
	if n == nil {
		return EliminateEarly{}
	}
	return EliminateEarly{After: n.text("after"), Below: n.number("below"), KeepAtLeast: n.whole("keep_at_least"), At: n.pos()}
}

func contrastOf(options *node) Contrast {
	n := options.child("contrast", "")
	if n == nil {
		return Contrast{}
	}
	return Contrast{Window: n.whole("window"), Max: n.whole("max"), At: n.pos()}
}

func summaryOf(read *node) Summary {
	n := read.child("summary", "")
	if n == nil {
		return Summary{}
	}
	return Summary{LeadSentences: n.whole("lead_sentences"), Signals: n.text("signals"), MaxChars: n.whole("max_chars"), At: n.pos()}
}

// fromRound is the first round that a stage scores; 0 for one that scores at selection.
func fromRound(stage *node) int {
	if !stage.flag("each_round") {
		return 0
	}
	return stage.whole("from_round")
}

// refine completes the terms of select, read or options by what those of calibrate do not have, the
// factors of the block's groups among it.
func (b *builder) refine(section *node, terms []Term) {
	for i, n := range section.all("term") {
		t := &terms[i]
		t.Document, t.Cited, t.MinMax = n.text("document"), n.text("cited"), n.text("normalise") == "min_max"
		t.When = b.condition(n, "when", momentSelect)
		if g := groupOf(section, n); g != nil {
			t.Factor = factorOf(section, g)
		}
	}
}

// groupOf is the group that a term is of or relative to.
func groupOf(section, term *node) *node {
	for _, g := range section.all("group") {
		if slices.Contains(g.texts("terms"), term.label) || term.text("relative_to") == g.label {
			return g
		}
	}
	return nil
}

// factorOf is what a group multiplies its terms by: scale, over the most that the terms can add up
// to where their values lie within 0 and 1 (D4).
func factorOf(section, group *node) float64 {
	if !group.flag("normalise") {
		return group.number("scale")
	}
	most := 0.0
	for _, name := range group.texts("terms") {
		if t := section.child("term", name); t != nil {
			most += math.Max(0, t.number("weight"))
		}
	}
	if most == 0 {
		return group.number("scale")
	}
	return group.number("scale") / most
}

// valuesOf are the attributes of a term that say which value it weighs.
func valuesOf(term *node) []string {
	var out []string
	for _, name := range []string{"feature", "stage", "document", "cited"} {
		if term.has(name) {
			out = append(out, name)
		}
	}
	return out
}

// plans is phase E for what refers to stages, terms and rounds of other blocks, and for templates
// that could never be filled.
func (b *builder) plans() {
	chooser := b.n.section("select")
	for _, s := range b.n.section("adaptive").all("stop") {
		if b.stageOfSelect(s, "stage") && !chooser.child("stage", s.text("stage")).flag("each_round") {
			b.report(diag.Error(diag.CodeConflict, s.valueAt("stage"), fmt.Sprintf("Stage %q scores only at selection", s.text("stage")), "Write each_round = true in the stage, so that there is a score after each round."))
		}
	}
	for _, s := range chooser.all("stage") {
		if s.has("from_round") && !s.flag("each_round") {
			b.report(diag.Error(diag.CodeConflict, s.valueAt("from_round"), fmt.Sprintf("%s has from_round without each_round", diag.Capital(title(s))), "A stage that scores at selection scores all documents."))
		}
	}
	for _, section := range []string{"select", "read", "options"} {
		b.groups(b.n.section(section))
	}
	for _, n := range b.n.all("intent") {
		b.intentSlots(n)
	}
	b.laterRounds()
	b.enrichment()
}

// stageOfSelect checks that an attribute names a stage of select; false: it does not.
func (b *builder) stageOfSelect(n *node, name string) bool {
	chooser := b.n.section("select")
	if !n.has(name) || n.text(name) == "" {
		return false
	}
	if chooser.child("stage", n.text(name)) != nil {
		return true
	}
	b.report(diag.Error(diag.CodeUnknownName, n.valueAt(name), fmt.Sprintf("There is no stage %q in select", n.text(name)), diag.DidYouMean(n.text(name), labels(chooser, "stage"))))
	return false
}

// readElsewhere says whether terms of other blocks or the adaptive gate use what a stage of select gives.
func (b *builder) readElsewhere(stage string) bool {
	for _, t := range b.n.section("read").all("term") {
		if t.text("document") == stage {
			return true
		}
	}
	for _, t := range b.n.section("options").all("term") {
		if t.text("cited") == stage {
			return true
		}
	}
	for _, s := range b.n.section("adaptive").all("stop") {
		if s.text("stage") == stage {
			return true
		}
	}
	return false
}

// groups checks what groups and terms of one block say of each other.
func (b *builder) groups(section *node) {
	seen := map[string]string{}
	written := b.whole.section(section.schema.Name) // a term may be switched off here
	for _, g := range section.all("group") {
		for _, name := range g.texts("terms") {
			switch {
			case written.child("term", name) == nil:
				b.report(diag.Error(diag.CodeUnknownName, g.leaf("terms").itemAt(name), fmt.Sprintf("There is no term %q in %s", name, section.schema.Name), diag.DidYouMean(name, labels(section, "term"))))
			case seen[name] != "":
				b.report(diag.Error(diag.CodeConflict, g.leaf("terms").itemAt(name), fmt.Sprintf("Term %q is in group %q already", name, seen[name]), "A term is scaled by one group."))
			}
			seen[name] = g.label
		}
	}
	for _, t := range section.all("term") {
		b.stageOfSelect(t, "document")
		b.stageOfSelect(t, "cited")
		to := t.text("relative_to")
		switch {
		case to == "":
		case written.child("group", to) == nil:
			b.report(diag.Error(diag.CodeUnknownName, t.valueAt("relative_to"), fmt.Sprintf("There is no group %q in %s", to, section.schema.Name), diag.DidYouMean(to, labels(section, "group"))))
		case seen[t.label] != "":
			b.report(diag.Error(diag.CodeConflict, t.valueAt("relative_to"), fmt.Sprintf("Term %q is in group %q already", t.label, seen[t.label]), "A term is scaled by one group."))
		}
	}
}

// intentSlots finds templates of an intent whose slots nothing would ever fill.
func (b *builder) intentSlots(n *node) {
	holds := func(slots ...string) bool {
		for _, q := range n.texts("queries") {
			for _, m := range placeholder.FindAllStringSubmatch(q, -1) {
				if slices.Contains(slots, m[1]) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case n.child("pairs", "") != nil && !holds("first", "second"):
		b.report(diag.Error(diag.CodeConflict, n.child("pairs", "").at, fmt.Sprintf("%s has pairs and asks for none", diag.Capital(title(n))), "Write {first} and {second} in its queries."))
	case holds("vocabulary") && b.n.child("vocabulary", "") == nil:
		b.report(diag.Error(diag.CodeMissing, n.valueAt("queries"), "{vocabulary} stays empty", "Write a vocabulary block, which says after which round it is gathered."))
	case n.text("options") == "surviving" && !holds("option"):
		b.report(diag.Error(diag.CodeConflict, n.valueAt("options"), fmt.Sprintf("%s has options and asks for none", diag.Capital(title(n))), "Write {option} in its queries."))
	}
}

// laterRounds checks that what is done after a round has a round to come after.
func (b *builder) laterRounds() {
	for _, n := range []*node{b.n.child("vocabulary", ""), b.n.section("options").child("eliminate_early", "")} {
		if n == nil || b.n.child("round", n.text("after")) == nil || slices.Contains(b.n.texts("order"), n.text("after")) {
			continue
		}
		b.report(diag.Error(diag.CodeOrder, n.valueAt("after"), fmt.Sprintf("Round %q is not in order", n.text("after")), "A round runs only if order names it."))
	}
}

// enrichment holds the table of relax to texts.
func (b *builder) enrichment() {
	n := b.n.child("relax", "")
	if n == nil {
		return
	}
	for name, v := range n.settings("enrich") {
		if text, ok := v.(string); !ok || text == "" {
			b.report(diag.Error(diag.CodeType, n.valueAt("enrich"), fmt.Sprintf("%q stands for no text", name), "Write words and what stands in their place, such as { TEMPO = \"TEMPO nitroxyl oxidation\" }."))
		}
	}
}

// A section is a block whose terms score items.
type section struct {
	name  string
	terms []Term
}

func (s section) where(t *Term) string { return s.name + ".term." + t.Name + ".when" }

// sections are the blocks whose terms score items, in the order of a run.
func (p *Policy) sections() []section {
	return []section{{"select", p.Select.Terms}, {"read", p.Read.Terms}, {"options", p.Options.Terms}}
}
