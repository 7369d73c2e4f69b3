package mechanisms

import (
	"fmt"
	"io"
	"path"
	"strings"
)

// Write writes the page as Markdown. Links are relative to docs.
func (t *Table) Write(w io.Writer, repo *Repository) error {
	var b strings.Builder
	b.WriteString(t.Head)
	fmt.Fprintf(&b, "\n%s\n", t.summary())
	for _, s := range t.Sections {
		fmt.Fprintf(&b, "\n## %s\n\n", s.Title)
		if s.Text != "" {
			b.WriteString(s.Text + "\n\n")
		}
		writeRows(&b, s.Rows, repo)
		if s.After != "" {
			b.WriteString("\n" + s.After + "\n")
		}
	}
	t.writeVectors(&b, repo)
	_, err := io.WriteString(w, b.String())
	return err
}

// summary counts the rules of each proposal by status.
func (t *Table) summary() string {
	var b strings.Builder
	b.WriteString("| prefix |")
	for _, s := range Statuses() {
		fmt.Fprintf(&b, " %s |", s)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(Statuses())) + "\n")
	for _, prefix := range []string{"S0-", "S1-", "S2-", "S3-", "S4-", "B-", "U", "C", "D"} {
		counts := map[Status]int{}
		for _, r := range t.Rows() {
			if strings.HasPrefix(r.ID, prefix) {
				counts[r.Status]++
			}
		}
		fmt.Fprintf(&b, "| %s |", strings.TrimSuffix(prefix, "-"))
		for _, s := range Statuses() {
			fmt.Fprintf(&b, " %d |", counts[s])
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func writeRows(b *strings.Builder, rows []Row, repo *Repository) {
	if len(rows) == 0 {
		return
	}
	b.WriteString("| code | what it is | formula and default here | policy | code | tests | record | status |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		cells := []string{r.ID, r.What, r.Here, codes(r.Policy), links(r.Code), tests(r.Tests, repo), codes(r.Record), string(r.Status)}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
}

func (t *Table) writeVectors(b *strings.Builder, repo *Repository) {
	b.WriteString("\n## Golden vectors\n\nWorked examples that tests check. Values are exact or rounded to six places; confidences agree to 5e-10. " +
		"Where a plugin is tested, both its native\nbuild and its module must give them.\n\n| rule | input | result | checked in |\n|---|---|---|---|\n")
	for _, v := range t.Vectors {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", v.Rule, v.Input, v.Result, tests(v.Tests, repo))
	}
}

func codes(texts []string) string {
	var out []string
	for _, t := range texts {
		out = append(out, "`"+t+"`")
	}
	return strings.Join(out, ", ")
}

func links(paths []string) string {
	var out []string
	for _, p := range paths {
		out = append(out, fmt.Sprintf("[%s](../%s)", short(p), p))
	}
	return strings.Join(out, ", ")
}

// short returns a path without the folders that most of the code is in.
func short(p string) string {
	p = strings.TrimPrefix(p, "host/internal/")
	return strings.TrimPrefix(p, "host/")
}

func tests(refs []string, repo *Repository) string {
	var out []string
	for _, text := range refs {
		ref := parseTest(text)
		name, file := ref.Name, ref.File
		if ref.Func() {
			file = repo.fileOf(ref)
		} else {
			name = path.Base(file)
		}
		out = append(out, fmt.Sprintf("[%s](../%s)", name, file))
	}
	return strings.Join(out, ", ")
}
