package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
)

// notes collect what a parser left out, each kind once with its count, in the order of first sight.
type notes struct {
	task  Task
	kinds []string
	count map[string]int
}

func (n *notes) drop(kind string) { n.dropN(kind, 1) }

func (n *notes) dropN(kind string, count int) { n.say("left out: "+kind, count) }

func (n *notes) say(kind string, count int) {
	if count <= 0 {
		return
	}
	if n.count == nil {
		n.count = map[string]int{}
	}
	if n.count[kind] == 0 {
		n.kinds = append(n.kinds, kind)
	}
	n.count[kind] += count
}

func (n *notes) list() (said []string) {
	for _, kind := range n.kinds {
		said = append(said, fmt.Sprintf("%s: %s (%d)", n.task, kind, n.count[kind]))
	}
	return said
}

// decode reads an answer; a wrong one is noted.
func (n *notes) decode(raw json.RawMessage, v any) bool {
	if len(raw) > maxAnswer*4 || json.Unmarshal(raw, v) != nil {
		n.say("the answer cannot be read", 1)
		return false
	}
	return true
}

// lines finds the lines "name: …", each the first of its name.
func (n *notes) lines(text string, names ...string) map[string]string {
	if len(text) > maxAnswer {
		text = strings.ToValidUTF8(text[:maxAnswer], "")
		n.drop("what is beyond 64 KiB")
	}
	found := map[string]string{}
	for line := range strings.Lines(text) {
		head, rest, ok := strings.Cut(line, ":")
		head = strings.ToLower(strings.Trim(head, " \t*_`#>-"))
		if !ok || !known(names, head) {
			continue
		}
		if _, again := found[head]; again {
			n.drop("second lines of " + head)
			continue
		}
		found[head] = strings.TrimLeft(rest, "*_` ") // the end of "**gaps:**"
	}
	for _, name := range names {
		if _, ok := found[name]; !ok {
			n.say("there is no line of "+name, 1)
		}
	}
	return found
}

// parts returns the texts between the pipes of a line: at most most bytes each, none empty, none twice.
func (n *notes) parts(name, line string, most int) (list []string) {
	seen := map[string]bool{}
	if strings.TrimSpace(line) == "" {
		return nil
	}
	for _, part := range strings.Split(line, "|") {
		part = strings.Trim(oneLine(part, 4*most), "`* ")
		key := strings.ToLower(part)
		switch {
		case part == "" || key == "none" || key == "n/a" || key == "-":
			n.drop("empty " + name)
		case len(part) > most:
			n.drop("overlong " + name)
		case seen[key]:
			n.drop("repeated " + name)
		default:
			seen[key] = true
			list = append(list, part)
		}
	}
	return list
}

// oneLine returns a text without line breaks and control characters, cut at most bytes.
func oneLine(s string, most int) string {
	if len(s) > 16*most {
		s = strings.ToValidUTF8(s[:16*most], "")
	}
	s = strings.Join(strings.Fields(Clean(s)), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return strings.TrimSpace(s)
}

func known(list []string, s string) bool {
	for _, each := range list {
		if each == s {
			return true
		}
	}
	return false
}

// vagueWords name nothing: a gap of these alone would find everything.

const vagueWords = `a about above additional all also an and any are as at available be been between both by can clear confirmed could data detailed
details direct effect evidence exact experimental experiments fact factors facts finding findings for from further has have how if in influence
information into is it its key lack level literature mechanism mechanisms missing more most needed no not of on option options or other paper papers
process question relevant research result results role show shows specific studies study such supporting that the their there these they this those to
topic under unclear unknown value values was were what when where which whether who why with would`

// specific tells whether a description names an entity or a measurement: a word outside the list of vague ones.
func specific(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,.;:()[]\"'?!/", r) })
	for _, w := range words {
		if len(w) > 1 && !strings.Contains(" "+flatVague+" ", " "+w+" ") {
			return true
		}
	}
	return false
}

var flatVague = strings.Join(strings.Fields(vagueWords), " ")
