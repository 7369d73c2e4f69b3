package calibratecmd

import (
	"fmt"
	"slices"

	"github.com/sparkhost/sparkhost/host/eval/fit"
)

// autoMethod has the withheld folds choose.
const autoMethod = "auto"

var fitMethods = []string{fit.Weights, fit.ByTemperature, autoMethod}

// A fitMethod is a way to fit, with its figures on withheld folds.
type fitMethod struct {
	Name string `json:"name"`
	fitFigures
	Writeable bool `json:"writeable"` // a policy can express it
	Chosen    bool `json:"chosen"`
}

// judgeMethods judges the ways to fit on withheld folds, and picks the one that --method names.
func (f *fitFlags) judgeMethods(s *fitSample) ([]fit.Method, *fit.Method, error) {
	methods, err := fit.Methods(s.formula, s.examples, f.fit)
	if err != nil {
		return nil, nil, err
	}
	name := f.method
	if name == autoMethod {
		name = fit.Best(methods)
	}
	i := slices.IndexFunc(methods, func(m fit.Method) bool { return m.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("--method %s: the policy's confidence is no logistic one (link = \"logistic\"), and has no temperature", name)
	}
	return methods, &methods[i], nil
}

func methodFigures(methods []fit.Method, chosen string) []fitMethod {
	var out []fitMethod
	for _, m := range methods {
		out = append(out, fitMethod{m.Name, figuresOf(m.Withheld), m.Writeable, m.Name == chosen})
	}
	return out
}

// methodLines compare the ways to fit.
func (r *fitReport) methodLines() []string {
	if len(r.Methods) == 0 {
		return nil
	}
	out := []string{"ways to fit, each on folds that were withheld from it:"}
	for _, m := range r.Methods {
		note := ""
		switch {
		case m.Chosen:
			note = "  written"
		case !m.Writeable:
			note = "  for comparison: no policy can express it"
		}
		out = append(out, fmt.Sprintf("  %-26s %9.4f %9.4f %9.4f%s", m.Name, m.CalibrationError, m.Brier, m.AUC, note))
	}
	return out
}
