// Package site turns the documents of a folder into a site that works from a disk: plain HTML, one page for each document, and a
// search over all of them that needs no server.
package site

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// A Page is one document.
type Page struct {
	File  string        // of the site, such as policy.html
	Title string        // the first heading
	Body  template.HTML // rendered
	text  string        // as it was written, for the search
}

// A Group is a part of the site's contents.
type Group struct {
	Title string
	Names []string // paths of documents from the folder, without their suffix, in reading order
}

//go:embed page.html search.js
var files embed.FS

// Build renders the documents of groups, and those of dir that no group names under the title "More", into out.
func Build(dir, out string, groups []Group) error {
	pages, groups, err := read(dir, groups)
	if err != nil {
		return err
	}
	layout, err := template.ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for i, p := range pages {
		var b bytes.Buffer
		if err := layout.Execute(&b, map[string]any{"Page": p, "Groups": groups, "Pages": byName(pages)}); err != nil {
			return err
		}
		names := []string{p.File}
		if i == 0 {
			names = append(names, "index.html")
		}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(out, name), b.Bytes(), 0o644); err != nil {
				return err
			}
		}
	}
	return search(out, pages)
}

func byName(pages []Page) map[string]Page {
	out := map[string]Page{}
	for _, p := range pages {
		out[strings.TrimSuffix(p.File, ".html")] = p
	}
	return out
}

// read renders the documents in the order of groups.
func read(dir string, groups []Group) ([]Page, []Group, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, nil, err
	}
	more := Group{Title: "More"}
	for _, path := range found {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		if !slices.ContainsFunc(groups, func(g Group) bool { return slices.Contains(g.Names, name) }) {
			more.Names = append(more.Names, name)
		}
	}
	groups = append(slices.Clone(groups), more)
	var pages []Page
	for i, g := range groups {
		groups[i].Names = nil
		for _, name := range g.Names {
			p, err := render(dir, name)
			if err != nil {
				return nil, nil, err
			}
			pages, groups[i].Names = append(pages, p), append(groups[i].Names, filepath.Base(name))
		}
	}
	for i := range pages {
		pages[i].Body = linked(pages[i].Body, byName(pages))
	}
	return pages, groups, nil
}

// link matches a link to a file of the project in rendered HTML.
var link = regexp.MustCompile(`<a href="((?:\.\./|docs/)*)([A-Za-z0-9_./-]+)(#[^"]*)?">([^<]*|<code>[^<]*</code>)</a>`)

// linked leads links between documents to their pages. What a link to another file of the project says stays, without the link.
func linked(body template.HTML, pages map[string]Page) template.HTML {
	return template.HTML(link.ReplaceAllStringFunc(string(body), func(a string) string { //nolint:gosec // of our own documents
		m := link.FindStringSubmatch(a)
		if p, ok := pages[strings.TrimSuffix(m[2], ".md")]; ok {
			return fmt.Sprintf(`<a href="%s%s">%s</a>`, p.File, m[3], m[4])
		}
		return m[4]
	}))
}

var heading = regexp.MustCompile(`(?m)^# (.+)$`)

func render(dir, name string) (Page, error) {
	text, err := os.ReadFile(filepath.Join(dir, name+".md"))
	if err != nil {
		return Page{}, err
	}
	m := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var b bytes.Buffer
	if err := m.Convert(text, &b); err != nil {
		return Page{}, fmt.Errorf("%s: %w", name, err)
	}
	p := Page{File: filepath.Base(name) + ".html", Title: name, text: string(text)}
	if t := heading.FindStringSubmatch(p.text); t != nil {
		p.Title = strings.ReplaceAll(t[1], "`", "")
	}
	p.Body = template.HTML(b.String()) //nolint:gosec // our own documents; goldmark leaves out raw HTML
	return p, nil
}

// search writes search.js with the words of all pages: a script, since a page from a disk may not fetch a file.
func search(out string, pages []Page) error {
	type entry struct {
		File  string `json:"f"`
		Title string `json:"t"`
		Text  string `json:"x"`
	}
	var all []entry
	for _, p := range pages {
		all = append(all, entry{p.File, p.Title, strings.Join(strings.Fields(p.text), " ")})
	}
	index, err := json.Marshal(all)
	if err != nil {
		return err
	}
	code, err := files.ReadFile("search.js")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "search.js"), append([]byte("const pages = "+string(index)+";\n"), code...), 0o644)
}
