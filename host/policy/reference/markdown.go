package reference

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/diag"
	"github.com/sparkhost/sparkhost/host/policy/schema"
)

// WriteMarkdown writes the language's reference as Markdown, from the tables
// that drive decoding and checks: blocks, features, metrics, columns, codes.
func WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("### Blocks\n\n")
	file := schema.File()
	for i := range file.Blocks {
		writeBlock(&b, &file.Blocks[i], "")
	}
	b.WriteString("### Blocks of tests\n\nIn files named `*.policytest.hcl`.\n\n")
	tests := schema.Tests()
	for i := range tests.Blocks {
		writeBlock(&b, &tests.Blocks[i], "")
	}
	writeFeatures(&b)
	writeMetrics(&b)
	writeTables(&b)
	writeCodes(&b)
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func writeBlock(b *strings.Builder, s *schema.Block, parent string) {
	head := s.Name
	switch {
	case len(s.Labels) > 0:
		head += ` "` + strings.Join(s.Labels, `" or "`) + `"`
	case s.Label != "":
		head += ` "` + strings.ToUpper(s.Label) + `"`
	}
	if parent != "" {
		head = parent + " › " + head
	}
	fmt.Fprintf(b, "#### `%s`\n\n%s\n\n", head, s.Doc)
	if len(s.Attrs) > 0 {
		b.WriteString("| attribute | value | default | meaning |\n|---|---|---|---|\n")
		for i := range s.Attrs {
			writeAttr(b, &s.Attrs[i])
		}
		b.WriteString("\n")
	}
	for i := range s.Blocks {
		inner := head
		if s.Name == "policy" {
			inner = ""
		}
		writeBlock(b, &s.Blocks[i], inner)
	}
}

func writeAttr(b *strings.Builder, a *schema.Attr) {
	value := string(a.Kind)
	switch {
	case len(a.OneOf) > 0 && a.Refers != "":
		value = fmt.Sprintf("%s of a %s, or %s", a.Kind, a.Refers, strings.Join(a.OneOf, ", "))
	case a.Kind == schema.KindWord || a.Kind == schema.KindWords:
		value = `"` + strings.Join(a.OneOf, `", "`) + `"` // names are bare, words are quoted
	case len(a.OneOf) > 0:
		value = strings.Join(a.OneOf, ", ")
	case a.Refers != "":
		value = fmt.Sprintf("%s: %s", a.Kind, plural(a.Refers))
	case a.Min != a.Max:
		value = fmt.Sprintf("%s, %s to %s", a.Kind, a.Amount(a.Min), a.Amount(a.Max))
	}
	def := ""
	switch {
	case a.Required:
		def = "required"
	case a.Default != nil:
		def = "`" + strings.ReplaceAll(attrDefault(a), "|", "\\|") + "`"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", a.Name, value, def, strings.ReplaceAll(a.Doc, "|", "\\|"))
}

// plural is several of a kind of definition, such as policies.
func plural(kind string) string {
	if stem, ok := strings.CutSuffix(kind, "y"); ok {
		return stem + "ies"
	}
	return kind + "s"
}

// attrDefault returns an attribute's default as a policy writes it.
func attrDefault(a *schema.Attr) string {
	if text, is := a.Default.(string); is && (a.Kind == schema.KindWord || a.Kind == schema.KindText) {
		return strconv.Quote(text)
	}
	return defaultText(a.Default)
}

func defaultText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []string:
		return "[" + strings.Join(v, ", ") + "]"
	case [2]float64:
		return "[" + schema.Plain(v[0]) + ", " + schema.Plain(v[1]) + "]"
	}
	return fmt.Sprint(v)
}

func writeFeatures(b *strings.Builder) {
	b.WriteString("### Features\n\nThe values of terms: `document.*` in select, `passage.*` in read, `option.*` in options.\n\n| feature | range | meaning |\n|---|---|---|\n")
	for _, f := range schema.Features() {
		path, doc := f.Path, f.Doc
		if f.OneOf != nil {
			path, doc = path+".NAME", doc+". The names: "+strings.Join(f.OneOf, ", ")
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", path, schema.Range(f.Min, f.Max), doc)
	}
	b.WriteString("\n")
}

func writeMetrics(b *strings.Builder) {
	b.WriteString("### Metrics\n\nThe values of conditions and calibration terms. `round` is the last finished round, `rounds.NAME` a named one. A policy test that does not set a metric uses the value under \"in tests\".\n\n| metric | value | in tests | meaning |\n|---|---|---|---|\n")
	for _, m := range schema.RoundMetrics() {
		writeMetric(b, "rounds.NAME."+m.Path, m)
	}
	for _, m := range schema.RunMetrics() {
		writeMetric(b, m.Path, m)
	}
	b.WriteString("| `triangulate.STAGE.SIGNAL`, `verify.STAGE.SIGNAL`, `options.STAGE.SIGNAL` | number | 0 | a signal of that stage's plugin |\n")
	for _, m := range schema.GapMetrics() {
		writeMetric(b, "gaps.KIND."+m.Path, m)
	}
	for _, m := range schema.BridgeMetrics() {
		writeMetric(b, "bridge."+m.Path, m)
	}
	for _, m := range schema.HandlerMetrics() {
		writeMetric(b, "on.EVENT."+m.Path, m)
	}
	for _, m := range schema.UpgradeMetrics() {
		writeMetric(b, "on.disagreement."+m.Path, m)
	}
	b.WriteString("| `falsify.KIND.SIGNAL`, `falsify.KIND.ran` | number, bool | 0, by its condition | a signal of that falsification; whether it ran |\n\n")
}

func writeMetric(b *strings.Builder, path string, m schema.Metric) {
	value := string(m.Type)
	switch m.Type {
	case schema.MetricNumber:
		value = schema.Range(m.Min, m.Max)
	case schema.MetricText:
		value = strings.Join(m.OneOf, ", ")
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", path, value, neutralText(m), m.Doc)
}

// neutralText says what a metric is in tests that do not give it.
func neutralText(m schema.Metric) string {
	switch {
	case m.Path == "ran" || m.Path == "passes" || m.Path == "run.rounds" || m.Path == "pool.documents":
		return "by the path"
	case m.Path == "new_documents":
		return "adaptive.min_new_docs"
	case m.Path == "question.options" || m.Path == "question.polar":
		return "by question.type"
	case strings.HasPrefix(m.Path, "budget."):
		return "the whole budget"
	}
	return fmt.Sprint(m.NeutralValue())
}

func writeCodes(b *strings.Builder) {
	b.WriteString("### Diagnostic codes\n\nCodes and names are stable; the wording is not. The letter is the phase of the check.\n\n| code | phase | meaning |\n|---|---|---|\n")
	for _, c := range diag.Codes() {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", c, c.Phase, c.Doc)
	}
}

func writeTables(b *strings.Builder) {
	b.WriteString("### Columns\n\nColumns that plugins can receive and `deny` can name: in every table (`text`), or in one (`items.text`).\n\n| table | holds | columns |\n|---|---|---|\n")
	for _, t := range schema.Tables() {
		fmt.Fprintf(b, "| `%s` | %s | `%s` |\n", t.Name, t.Doc, strings.Join(t.Columns, "`, `"))
	}
	b.WriteString("\n")
}
