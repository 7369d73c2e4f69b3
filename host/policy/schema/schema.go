package schema

// A Kind is the form of an attribute's value.
type Kind string

// The kinds, as docs/policy.md names them.
const (
	KindText      Kind = "text"
	KindNumber    Kind = "number"
	KindInt       Kind = "whole number"
	KindBool      Kind = "true or false"
	KindWord      Kind = "one word of a list, quoted"
	KindWords     Kind = "list of words, quoted"
	KindTexts     Kind = "list of texts"
	KindPair      Kind = "pair [low, high]"
	KindDuration  Kind = "duration with unit"
	KindSize      Kind = "size with unit"
	KindMoney     Kind = "money with currency"
	KindCount     Kind = "count, such as 200M"
	KindName      Kind = "name"
	KindNames     Kind = "list of names"
	KindColumns   Kind = "list of columns"
	KindPlugin    Kind = "plugin.NAME"
	KindStage     Kind = "stage.NAME"
	KindModel     Kind = "model.NAME" // or a list of them: the first is asked, the others where it gives no answer
	KindSecret    Kind = "secret(\"NAME\")"
	KindFeature   Kind = "feature"
	KindCondition Kind = "condition"
	KindConfig    Kind = "object of settings"
	KindType      Kind = "number, string or bool"
	KindAny       Kind = "value of the variable's type"
)

// Phrase names the kind in a sentence: "a whole number", "true or false".
func (k Kind) Phrase() string {
	switch k {
	case KindText:
		return "a string"
	case KindTexts:
		return "a list of strings"
	case KindBool, KindMoney, KindPlugin, KindStage, KindModel, KindSecret, KindType:
		return string(k)
	case KindConfig:
		return "an object of settings"
	}
	return "a " + string(k)
}

// An Attr is one attribute of a block.
type Attr struct {
	Name     string
	Kind     Kind
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

// A Block is one kind of block: what it may hold and how often it may appear.
type Block struct {
	Name     string
	Label    string   // what the label is, such as "name"; empty: no label
	Labels   []string // the only labels there are; empty: any name
	Free     bool     // attributes have any name and are settings
	Sentence bool     // the label is any text
	Many     bool     // may appear several times without label; labelled blocks always may, once per label
	Attrs    []Attr
	Blocks   []Block
	Doc      string
}

// Attr returns the attribute of that name, or nil.
func (b *Block) Attr(name string) *Attr {
	for i := range b.Attrs {
		if b.Attrs[i].Name == name {
			return &b.Attrs[i]
		}
	}
	return nil
}

// Block returns the inner block of that name, or nil.
func (b *Block) Block(name string) *Block {
	for i := range b.Blocks {
		if b.Blocks[i].Name == name {
			return &b.Blocks[i]
		}
	}
	return nil
}

// AttrNames lists the attributes, in the order of the table.
func (b *Block) AttrNames() []string {
	var out []string
	for _, a := range b.Attrs {
		out = append(out, a.Name)
	}
	return out
}

// BlockNames lists the inner blocks, in the order of the table.
func (b *Block) BlockNames() []string {
	var out []string
	for _, c := range b.Blocks {
		out = append(out, c.Name)
	}
	return out
}
