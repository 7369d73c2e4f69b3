package mechanisms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/policy/reference"
	"github.com/sparkhost/sparkhost/host/record"
)

// A Field names a place in a record or a result that shows that a rule acted:
//
//	event claim.confidence       a field of that kind of event, or the event alone
//	step gap.coverage            a step event of this name
//	result quality_gates.upgraded  a field of results, see docs/result.schema.json
//	metric gaps.probe.filled     what conditions read, see docs/policy.md; condition events hold its values
//	warning budget_refused       a code of warning events
//	signal triangulation.disputed  what a shipped plugin answers
type Field struct{ Kind, Name string }

func parseField(text string) Field {
	kind, name, _ := strings.Cut(text, " ")
	return Field{kind, name}
}

// events returns the forms of the events that rows speak of.
func events() map[string]any {
	return map[string]any{
		"run": record.Run{}, "material": record.Material{}, "plan": record.Plan{}, "query": record.Query{}, "document": record.Document{},
		"plugin_call": record.PluginCall{}, "model_call": record.ModelCall{}, "condition": record.Condition{},
		"reservation": record.Reservation{}, "round": record.Round{}, "selection": record.Selection{}, "full_text": record.FullText{},
		"passage": record.Passage{}, "claim": record.Claim{}, "option": record.Option{}, "calibration": record.Calibration{},
		"checkpoint": record.Checkpoint{}, "gate": record.Gate{}, "step": record.Step{}, "warning": record.Warning{}, "timing": record.Timing{},
	}
}

// checkField says what is wrong with a field that a row names.
func (r *Repository) checkField(text string) error {
	f, ok := parseField(text), false
	var err error
	switch f.Kind {
	case "event":
		kind, path, _ := strings.Cut(f.Name, ".")
		form := events()[kind]
		ok = form != nil && hasField(reflect.TypeOf(form), path)
	case "step":
		ok, err = r.hasStep(f.Name)
	case "result":
		ok, err = r.hasResult(strings.Split(f.Name, "."))
	case "metric":
		ok, err = r.hasMetric(f.Name)
	case "warning":
		ok, err = r.writes("host/internal/run", f.Name)
	case "signal":
		plugin, name, _ := strings.Cut(f.Name, ".")
		ok, err = r.writes("plugins/"+plugin, name)
	default:
		return fmt.Errorf("the record field %q begins with none of event, step, result, metric, warning, signal", text)
	}
	if err == nil && !ok {
		err = fmt.Errorf("there is no record field %q", text)
	}
	return err
}

// hasField follows JSON names into a type; lists and pointers count as what they hold.
func hasField(t reflect.Type, path string) bool {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if path == "" {
		return true
	}
	name, rest, _ := strings.Cut(path, ".")
	if t.Kind() == reflect.Map {
		return true
	}
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if tag == name {
			return hasField(t.Field(i).Type, rest)
		}
	}
	return false
}

func (r *Repository) hasResult(path []string) (bool, error) {
	text, err := fs.ReadFile(r.fs, "docs/result.schema.json")
	if err != nil {
		return false, err
	}
	type node struct {
		Properties map[string]*node `json:"properties"`
		Items      *node            `json:"items"`
	}
	var at *node
	if err := json.Unmarshal(text, &at); err != nil {
		return false, err
	}
	for _, name := range path {
		for at.Items != nil {
			at = at.Items
		}
		if at = at.Properties[name]; at == nil {
			return false, nil
		}
	}
	return true, nil
}

var metricPath = regexp.MustCompile("`([a-z_]+(?:\\.[A-Za-z_]+)+)`")

// hasMetric looks a path up in the reference of the policy language, where NAME, KIND, STAGE and EVENT stand for any word.
func (r *Repository) hasMetric(path string) (bool, error) {
	if r.metrics == nil {
		var text bytes.Buffer
		if err := reference.WriteMarkdown(&text); err != nil {
			return false, err
		}
		for _, m := range metricPath.FindAllStringSubmatch(text.String(), -1) {
			r.metrics = append(r.metrics, strings.Split(m[1], "."))
		}
	}
	asked := strings.Split(path, ".")
	return slices.ContainsFunc(r.metrics, func(known []string) bool {
		return slices.EqualFunc(known, asked, func(k, a string) bool { return k == a || k == strings.ToUpper(k) })
	}), nil
}

// writes says whether a Go file of a folder, tests apart, has the text as a quoted word.
func (r *Repository) writes(dir, word string) (bool, error) {
	if _, ok := r.written[dir]; !ok {
		names, err := r.files(dir)
		if err != nil {
			return false, err
		}
		var all strings.Builder
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := fs.ReadFile(r.fs, name)
			if err != nil {
				return false, err
			}
			all.Write(text)
		}
		r.written[dir] = all.String()
	}
	return strings.Contains(r.written[dir], `"`+word+`"`), nil
}
