package runscmd

import (
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/record"
)

// NewExplain makes the command `explain`.
func NewExplain() *cobra.Command {
	var home, format string
	c := &cobra.Command{
		Use:   "explain RUN|RECORD",
		Short: "Explain the answer of a run",
		Long: "Shows how a run computed its confidence (every term with value, weight, plugin and policy\n" +
			"line), why each round ran or did not, every condition with the values it read, and the gates.\n\n" +
			"RUN is the id of a run, as in results and `runs list`, or a prefix of at least six characters;\n" +
			"RECORD is a record file of --record. The sum is checked: if it does not add up, the record was changed or\n" +
			"damaged; a warning says where, and the exit code is 1.",
		Example: "  sparkhost explain 4f1c02d7a9b3e85d6c10\n  sparkhost explain records/4f1c02d7a9b3e85d6c10.jsonl --format json",
		Args:    shell.Needs("RUN|RECORD"),
		RunE: func(c *cobra.Command, args []string) error {
			r, done, err := flags.LoadRecord(c.Context(), args[0], home, "explain")
			if err != nil {
				return err
			}
			noteUnchained(c.ErrOrStderr(), r)
			e, err := readExplanation(r)
			if cerr := done(); err == nil {
				err = cerr
			}
			if err != nil {
				return err
			}
			return e.show(c.OutOrStdout(), format)
		},
	}
	c.Flags().StringVar(&home, "cache", "", "folder of the records (default: the user's cache folder; env SPARKHOST_CACHE)")
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	shell.CompleteWords(c, "format", "text", "json")
	return c
}

// An explanation holds the reasons that a record gives.
type explanation struct {
	FormatVersion int                  `json:"format_version"`
	Run           record.Run           `json:"run"`
	Partial       bool                 `json:"partial"`
	Plan          *record.Plan         `json:"plan"`
	Rounds        []record.Round       `json:"rounds"`
	Queries       []record.Query       `json:"queries"`
	Merged        []record.Document    `json:"merged"` // works of which several copies were found
	Calibrations  []record.Calibration `json:"calibrations"`
	Sentences     []record.Sentence    `json:"sentences,omitempty"`
	Options       []record.Option      `json:"options"`
	Conditions    []record.Condition   `json:"conditions"`
	Gates         []record.Gate        `json:"gates"`
	Steps         []record.Step        `json:"steps"`
	Calls         []pluginCall         `json:"plugin_calls"`
	Refused       []record.Reservation `json:"refused"`
	Warnings      []record.Warning     `json:"warnings"`
	Result        *record.Result       `json:"result"`
	Material      *record.Material     `json:"material"`
	Checkpoint    *record.Checkpoint   `json:"checkpoint"`
	Sum           record.Sums          `json:"sum"`

	sentences map[sentenceKey]int // where each is
}

// show writes the explanation, and fails if its sum does not add up.
func (e *explanation) show(w io.Writer, format string) error {
	write := func(w io.Writer) error { return e.write(shell.Visible(w)) }
	switch format {
	case "json":
		write = func(w io.Writer) error { return shell.WriteLine(w, e) }
	case "text":
	default:
		return shell.Fail(shell.ExitFailed, "--format %q: must be one of: text, json", format)
	}
	if err := write(w); err != nil {
		return err
	}
	return sumsFail(e.Sum)
}

// readExplanation collects a record's events by kind.
func readExplanation(r *record.Reader) (*explanation, error) {
	e := &explanation{FormatVersion: record.FormatVersion, Partial: r.Partial, sentences: map[sentenceKey]int{}}
	for event := range r.Events() {
		var err error
		switch event.Kind {
		case record.KindRun:
			err = event.Decode(&e.Run)
		case record.KindPlan:
			e.Plan = &record.Plan{}
			err = event.Decode(e.Plan)
		case record.KindRound:
			err = keep(event, &e.Rounds)
		case record.KindQuery:
			err = keep(event, &e.Queries)
		case record.KindDocument:
			err = e.keepMerged(event)
		case record.KindCalibration:
			err = keep(event, &e.Calibrations)
		case record.KindSentence:
			err = e.keepSentence(event)
		case record.KindOption:
			err = keep(event, &e.Options)
		case record.KindCondition:
			err = keep(event, &e.Conditions)
		case record.KindGate:
			err = keep(event, &e.Gates)
		case record.KindStep:
			err = keep(event, &e.Steps)
		case record.KindPluginCall:
			err = keep(event, &e.Calls)
		case record.KindTiming:
			err = addFuel(event, e.Calls)
		case record.KindReservation:
			err = e.keepRefused(event)
		case record.KindWarning:
			err = keep(event, &e.Warnings)
		case record.KindMaterial:
			e.Material = &record.Material{}
			err = event.Decode(e.Material)
		case record.KindCheckpoint:
			e.Checkpoint = &record.Checkpoint{}
			err = event.Decode(e.Checkpoint)
		case record.KindResult:
			e.Result = &record.Result{}
			err = event.Decode(e.Result)
		}
		if err != nil {
			return nil, err
		}
	}
	e.Sum = record.CheckSums(e.Calibrations, e.Result)
	return e, nil
}

func keep[T any](event record.Event, list *[]T) error {
	var v T
	err := event.Decode(&v)
	*list = append(*list, v)
	return err
}

func (e *explanation) keepRefused(event record.Event) error {
	var v record.Reservation
	err := event.Decode(&v)
	if !v.Granted {
		e.Refused = append(e.Refused, v)
	}
	return err
}

// write tells the story in the order in which people ask for it.
func (e *explanation) write(w io.Writer) error {
	var b strings.Builder
	cut := clip(reflect.ValueOf(e).Elem())
	most := limited{to: &b, left: mostShown}
	t := tabwriter.NewWriter(&most, 0, 0, 2, ' ', 0)
	e.writeHead(t)
	e.writeSum(t)
	e.writeOptions(t)
	e.writeReading(t)
	e.writeRounds(t)
	e.writeWorks(t)
	e.writeSteps(t)
	e.writeConditions(t)
	e.writeGates(t)
	e.writeCalls(t)
	e.writeWhatIf(t)
	if err := t.Flush(); err != nil {
		return err
	}
	if _, err := io.WriteString(w, fitted(b.String())); err != nil || !cut && !most.cut {
		return err
	}
	_, err := fmt.Fprintln(w, "\nThis record is longer than any run's: long texts and lists were cut; --format json shows all of it.")
	return err
}

func (e *explanation) writeHead(w io.Writer) {
	fmt.Fprintf(w, "run %s\n", e.Run.ID)
	if e.Partial {
		fmt.Fprintln(w, "PARTIAL: the run did not finish; the following is what it did until then")
	}
	if r := e.Result; r != nil {
		fmt.Fprintf(w, "%s  %s\n", r.ID, r.Question)
		answer := "none"
		if r.Answer != nil {
			answer = labelled(r.Answer)
		}
		fmt.Fprintf(w, "answer: %s (%s%s)\n", answer, r.Verdict, shell.Reasons(r))
	}
	fmt.Fprintf(w, "policy: %s, digest %.12s\n", e.Run.Policy.Name, e.Run.Policy.Digest)
	e.writeMode(w)
}

// labelled returns an answer with its label before it, once where the text is the label, as that of a claim is.
func labelled(a *record.AnswerText) string {
	if a.Text == a.Label {
		return a.Label
	}
	return strings.TrimSpace(a.Label + "  " + shell.Shorten(a.Text, shell.MaxQuoteRunes))
}

// writeMode tells the mode, and what the policy writes and was switched off. Older records do not say.
func (e *explanation) writeMode(w io.Writer) {
	if e.Run.Mode == "" {
		return
	}
	fmt.Fprintf(w, "mode: %s\n", shell.Plain(e.Run.Mode))
	for _, a := range e.Run.Absent {
		fmt.Fprintf(w, "  without %s: %s\n", shell.Plain(a.Block), shell.Plain(a.Why))
	}
}

// writeSum writes the sum that makes the final confidence.
func (e *explanation) writeSum(w io.Writer) {
	if len(e.Calibrations) == 0 {
		return
	}
	c := e.Calibrations[len(e.Calibrations)-1]
	fmt.Fprintf(w, "\nconfidence %s (%s%s)\n", record.Exact(c.Confidence), c.Phase, calibrators(c.Terms))
	if len(c.Terms) > 0 {
		fmt.Fprintln(w, "  Each line adds the number on its left: weight × value after the policy's link, floor and cap.")
	}
	fmt.Fprintf(w, "  \t%s\tbase\n", record.Exact(c.Base))
	for _, t := range c.Terms {
		value := "unknown"
		if t.Value != nil {
			value = fmt.Sprintf("%.4g", *t.Value)
		}
		made := ""
		if t.Feature != "" {
			made = fmt.Sprintf("%g × %s = %s", t.Weight, t.Feature, value)
		}
		at := fmt.Sprintf("%s:%d", strings.TrimSuffix(t.File, ".policy.hcl"), t.Line) // the sum stays within the width
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", shell.Sign(t.Delta), record.Exact(math.Abs(t.Delta)), t.Name, made, at)
	}
	fmt.Fprintf(w, "  =\t%s\n", record.Exact(c.Confidence))
	writeSums(w, e.Sum)
}

// calibrators names the plugins that computed terms: ", by calibration@e4e746d3".
func calibrators(terms []record.CalibrationTerm) string {
	var by []string
	for _, t := range terms {
		if name := fmt.Sprintf("%s@%.8s", t.Plugin, t.Digest); t.Plugin != "" && !slices.Contains(by, name) {
			by = append(by, name)
		}
	}
	if len(by) == 0 {
		return ""
	}
	return ", by " + strings.Join(by, " and ")
}

func (e *explanation) writeOptions(w io.Writer) {
	if len(e.Options) == 0 {
		return
	}
	fmt.Fprintln(w, "\noptions")
	for _, o := range e.Options {
		mark, note := " ", ""
		if o.Chosen {
			mark = "▸"
		}
		if o.Eliminated {
			note = "eliminated"
		}
		fmt.Fprintf(w, "  %s %s\t%s\t%s\t%s\t%s\n", mark, o.Label, shell.Fixed(o.Score, 4), shell.Shorten(o.Text, 60), sumText(o.Terms), note)
	}
}

// sumText writes the terms of a score that add something, sorted by name.
func sumText(terms map[string]float64) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(terms)) {
		if terms[name] == 0 {
			continue
		}
		parts = append(parts, name+" "+signed(terms[name], 3))
	}
	return shell.Shorten(strings.Join(parts, ", "), mostCell)
}

// signed writes a number with its sign.
func signed(v float64, digits int) string {
	if v >= 0 {
		return "+" + shell.Fixed(v, digits)
	}
	return shell.Fixed(v, digits)
}

func (e *explanation) writeRounds(w io.Writer) {
	fmt.Fprintln(w, "\nrounds")
	names := widest(e.Rounds, func(r record.Round) string { return r.Name })
	for _, r := range e.Rounds {
		if !r.Ran {
			indented(w, fmt.Sprintf("  %-*s  did not run  ", names, r.Name), r.SkippedReason)
			continue
		}
		gaps := ""
		if r.OpenGaps != nil {
			gaps = fmt.Sprintf(", %d open gaps", *r.OpenGaps)
		}
		fmt.Fprintf(w, "  %-*s  %d queries, %d new documents, quality %s (%s)%s\n", names, r.Name, r.Queries, r.NewDocuments, shell.Fixed(r.SelectedQuality, 3), signed(r.QualityGain, 3), gaps)
		for _, q := range e.Queries {
			if q.Round == r.Name {
				indented(w, "      "+q.Source+" ", fmt.Sprintf("[%s] %s: %d hits %s", q.Intent, shell.Shorten(q.Text, 90), len(q.Hits), q.Error))
			}
		}
		indented(w, "      stopped: ", r.StopReason)
	}
}

func (e *explanation) writeConditions(w io.Writer) {
	if len(e.Conditions) > 0 {
		fmt.Fprintln(w, "\nconditions")
	}
	names := widest(e.Conditions, func(c record.Condition) string { return c.Where })
	for _, c := range e.Conditions {
		var values []string
		for _, v := range c.Values {
			value := fmt.Sprint(v.Value)
			if v.Value == nil {
				value = "unknown"
			}
			values = append(values, v.Path+" = "+value)
		}
		fmt.Fprintf(w, "  %-*s  %-7s  %s:%d\n", names, c.Where, c.Result, c.File, c.Line)
		indented(w, "      ", c.Text)
		indented(w, "      with ", strings.Join(values, ", "))
	}
}

func (e *explanation) writeGates(w io.Writer) {
	if len(e.Gates) > 0 {
		fmt.Fprintln(w, "\ngates")
	}
	for _, g := range e.Gates {
		verdict := "passed"
		if g.Passed != "true" {
			verdict = "failed: " + g.Otherwise + " (" + g.Reason + ")"
		}
		if waiver := g.Waived; waiver != nil {
			verdict += ", waived by " + waiver.From + ": " + waiver.Reason
			if waiver.Until != "" {
				verdict += " (until " + waiver.Until + ")"
			}
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s:%d\n", g.Name, g.Level, verdict, g.At.File, g.At.Line)
	}
}

func (e *explanation) writeCalls(w io.Writer) {
	fmt.Fprintln(w, "\nplugin calls")
	for _, c := range e.Calls {
		fmt.Fprintf(w, "  %s\t%s@%.8s\tfuel %s\t%s:%d\n", c.Stage, c.Plugin, c.Digest, c.fuel(), c.At.File, c.At.Line)
		indented(w, "      failed: ", c.Error)
	}
	for _, r := range e.Refused {
		fmt.Fprintf(w, "  refused by the budget\t%s\t%s\n", r.Stage, r.Reason)
	}
	for _, warning := range e.Warnings {
		fmt.Fprintf(w, "  warning\t%s\n", warning.Text)
	}
}
