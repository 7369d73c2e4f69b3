// Package prompt builds what models are asked, and reads what they answer.
//
// Each task is a file of templates with a version, such as templates/options.v4.tmpl, and, where the answer is JSON, its
// schema beside it. A builder such as [Options] makes the request; a parser such as [ParseOptions] makes Go values of
// the answer, with every guard of the catalogue, and never fails: what cannot be used is left out, and the notes say so.
//
// # Documents are data
//
// Questions, options, documents and drafts come from outside. They are shown between marks that hold a code which is
// derived from their content and occurs in none of them, so that no text can close its own block; the system prompt says that
// what is inside is never an instruction. Answers name documents by the numbers that the host gave them (D1, D2, …), and
// only numbers that exist are taken over.
//
// # What stays the same stands first
//
// Vendors keep what a prompt begins with, from 1,024 tokens on, and read it again at a tenth of the price. So the system prompt is equal for
// all tasks, then come the documents, with a code of their own, and last what differs from call to call: the task, question, drafts, notes.
// Two tasks with the same documents begin alike. [model.Message].Stable says where the documents end. Fields for reasoning come before the fields that they lead to, because a model writes in order.
package prompt

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/sparkhost/sparkhost/host/model"
)

//go:embed templates
var files embed.FS

// A Task is a prompt and its version, as in Request.Purpose.
type Task string

// The tasks.
const (
	TaskPlan           Task = "plan.v4"           // B-02
	TaskEvidenceGaps   Task = "evidence_gaps.v4"  // S4-07
	TaskEpistemicGaps  Task = "epistemic_gaps.v4" // S1-05
	TaskProbe          Task = "probe.v4"          // S2-05
	TaskGapQueries     Task = "gap_queries.v4"    // S2-02, S0-09
	TaskDisambiguation Task = "disambiguation.v4" // S2-17
	TaskClaims         Task = "claims.v4"         // S0-12
	TaskOptions        Task = "options.v4"        // B-16
	TaskSynthesis      Task = "synthesis.v4"      // B-17
	TaskJudge          Task = "judge.v4"          // B-05
	TaskVerify         Task = "verify.v4"         // S0-17
	TaskReading        Task = "reading.v3"        // which passages address the question, and what they say
)

// Tasks returns all tasks, in the order of a run.
func Tasks() []Task {
	return []Task{
		TaskPlan, TaskEvidenceGaps, TaskEpistemicGaps, TaskProbe, TaskGapQueries, TaskDisambiguation, TaskClaims, TaskOptions, TaskSynthesis, TaskJudge, TaskVerify, TaskReading,
	}
}

// Digest returns the SHA-256 of a task's templates and schema, in hex, for records: a prompt that changed is another
// prompt even if somebody forgot its version.
func (t Task) Digest() string {
	h := sha256.New()
	for _, name := range []string{"common.tmpl", string(t) + ".tmpl", string(t) + ".schema.json"} {
		b, _ := files.ReadFile("templates/" + name) // tasks with a text answer have no schema
		fmt.Fprintf(h, "%s %d\n%s", name, len(b), b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Schema returns the JSON schema of the task's answer; nil: the answer is text.
func (t Task) Schema() json.RawMessage {
	b, err := files.ReadFile("templates/" + string(t) + ".schema.json")
	if err != nil {
		return nil
	}
	var compact bytes.Buffer
	if json.Compact(&compact, b) != nil {
		return b
	}
	return compact.Bytes()
}

// parsed are the templates of all tasks.
var parsed = sync.OnceValues(func() (map[Task]*template.Template, error) {
	all := map[Task]*template.Template{}
	for _, t := range Tasks() {
		made, err := template.New(string(t)).Option("missingkey=error").ParseFS(files, "templates/common.tmpl", "templates/"+string(t)+".tmpl")
		if err != nil {
			return nil, fmt.Errorf("prompt %s: %w", t, err)
		}
		all[t] = made
	}
	return all, nil
})

// taskLine begins the line that names a prompt's task.
const taskLine = "Task: "

// TaskOf finds the task of a prompt outside its blocks; empty: it names none. It is for stand-ins and tests, which have only the prompt.
func TaskOf(text string) Task {
	for {
		before, rest, fenced := strings.Cut(text, "<<<data ")
		for line := range strings.Lines(before) {
			if name, ok := strings.CutPrefix(line, taskLine); ok {
				return Task(strings.TrimSpace(name))
			}
		}
		head, _, ok := strings.Cut(rest, ">>>\n")
		if !fenced || !ok {
			return ""
		}
		if _, text, ok = strings.Cut(rest, "\n<<<end "+head+">>>"); !ok {
			return ""
		}
	}
}

// view is the input of a template.
type view struct {
	Task       Task
	Code       string // of the marks
	SharedCode string // of the marks of documents
	In         any
	blocks     *blocks
}

// Data shows a text between marks.
func (v view) Data(name, text string) string { return v.blocks.wrap(name, text, v.Code) }

// Shared shows a document between marks.
func (v view) Shared(name, text string) string { return v.blocks.wrap(name, text, v.SharedCode) }

// request renders a task. Blocks are all texts that will be shown.
func request(t Task, role model.Role, maxOutput int, in any, b *blocks) (model.Request, error) {
	all, err := parsed()
	if err != nil {
		return model.Request{}, err
	}
	b.seal()
	v := view{Task: t, Code: b.code, SharedCode: b.sharedCode, In: in, blocks: b}
	parts := map[string]string{}
	for _, name := range []string{"system", "stable", "task", "user"} {
		if name == "stable" && all[t].Lookup(name) == nil {
			continue // the task shows no documents
		}
		var out strings.Builder
		if err := all[t].ExecuteTemplate(&out, name, v); err != nil {
			return model.Request{}, fmt.Errorf("prompt %s: %w", t, err)
		}
		parts[name] = strings.TrimSpace(out.String())
	}
	message := model.Message{From: model.User, Text: taskLine + string(t) + "\n" + parts["task"] + "\n\n" + parts["user"]}
	if stable := parts["stable"]; stable != "" {
		message.Text, message.Stable = stable+"\n\n"+message.Text, len(stable)
	}
	zero := 0.0
	return model.Request{
		Role: role, Purpose: string(t), System: parts["system"], Messages: []model.Message{message},
		Schema: t.Schema(), MaxOutput: maxOutput, Temperature: &zero,
	}, nil
}
