package policy

// A kind is the form of an attribute's value; decodeValue has one case for each.
type kind string

// The kinds, as docs/policy.md names them.
const (
	kindText      kind = "text"
	kindNumber    kind = "number"
	kindInt       kind = "whole number"
	kindBool      kind = "true or false"
	kindWord      kind = "one word of a list, quoted"
	kindWords     kind = "list of words, quoted"
	kindTexts     kind = "list of texts"
	kindPair      kind = "pair [low, high]"
	kindDuration  kind = "duration with unit"
	kindSize      kind = "size with unit"
	kindMoney     kind = "money with currency"
	kindCount     kind = "count, such as 200M"
	kindName      kind = "name"
	kindNames     kind = "list of names"
	kindColumns   kind = "list of columns"
	kindPlugin    kind = "plugin.NAME"
	kindStage     kind = "stage.NAME"
	kindModel     kind = "model.NAME"
	kindSecret    kind = "secret(\"NAME\")"
	kindFeature   kind = "feature"
	kindCondition kind = "condition"
	kindConfig    kind = "object of settings"
	kindType      kind = "number, string or bool"
	kindAny       kind = "value of the variable's type"
)

// An attr is one attribute of a block.
type attr struct {
	Name     string
	Kind     kind
	Doc      string
	Default  any // in the decoded form; nil: none
	Required bool
	Min, Max float64  // of numbers, counts, sizes in bytes and both ends of a pair; Min == Max: unbounded
	OneOf    []string // of words, or of names that are not defined elsewhere
	Refers   string   // what a name must name: "policy", "round", "intent", "source"
	Repeats  bool     // a list of names may hold one several times
	Set      bool     // the order of a list of names has no meaning, as in all lists of words and columns
	Measure  string   // the attribute that names this threshold's overlap measure
	Since    int      // the language that brought it; 0: the first
	Lone     bool     // a list of names may be one name without brackets
	Switch   bool     // it says whether the block is there, see switches
}

// A block is one kind of block: what it may hold and how often it may appear.
type block struct {
	Name     string
	Label    string   // what the label is, such as "name"; empty: no label
	Labels   []string // the only labels there are; empty: any name
	Free     bool     // attributes have any name and are settings
	Sentence bool     // the label is any text
	Many     bool     // may appear several times without label; labelled blocks always may, once per label
	Attrs    []attr
	Blocks   []block
	Doc      string
}

func (b *block) attr(name string) *attr {
	for i := range b.Attrs {
		if b.Attrs[i].Name == name {
			return &b.Attrs[i]
		}
	}
	return nil
}

func (b *block) block(name string) *block {
	for i := range b.Blocks {
		if b.Blocks[i].Name == name {
			return &b.Blocks[i]
		}
	}
	return nil
}

func (b *block) attrNames() []string {
	var out []string
	for _, a := range b.Attrs {
		out = append(out, a.Name)
	}
	return out
}

func (b *block) blockNames() []string {
	var out []string
	for _, c := range b.Blocks {
		out = append(out, c.Name)
	}
	return out
}
