package library

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/library/zotero"
)

// A format is a kind of file that can be imported.
type format string

const (
	formatPDF     format = "PDF"
	formatBibTeX  format = "BibTeX"
	formatRIS     format = "RIS"
	formatMedline format = "MEDLINE"
	formatJSON    format = "JSON"
	formatTable   format = "table"
	formatPubMed  format = "PubMed XML"
	formatJATS    format = "JATS"
	formatPMCXML  format = "Europe PMC XML"
	formatZotero  format = "Zotero"
)

// A source is one file to import, or a data folder of Zotero.
type source struct {
	path   string
	format format
	size   int64
	digest string
}

// bySuffix are the formats that a name alone tells.
var bySuffix = map[string]format{
	".pdf": formatPDF, ".bib": formatBibTeX, ".bibtex": formatBibTeX, ".ris": formatRIS, ".nbib": formatMedline, ".medline": formatMedline,
	".json": formatJSON, ".jsonl": formatJSON, ".ndjson": formatJSON, ".csl": formatJSON, ".csv": formatTable, ".tsv": formatTable, ".tab": formatTable, ".nxml": formatJATS,
}

// A collection holds the files below the paths to import.
type collection struct {
	sources  []source
	problems []Problem
	other    map[string]int // files of other kinds, by suffix
}

// collect lists the files below paths. A path that does not exist, or is a file of no known format, is an error; within folders files of other kinds are
// counted and left alone.
func collect(paths []string) (*collection, error) {
	c := &collection{other: map[string]int{}}
	seen := map[string]bool{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("nothing to import: %w", err)
		}
		switch {
		case info.IsDir():
			c.walk(path)
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is not a regular file: save it to a file first", path)
		default:
			f, err := formatOf(path)
			if err != nil {
				return nil, err
			}
			if f == "" {
				return nil, fmt.Errorf("%s: unknown format; these can be imported: %s", path, Formats)
			}
			c.sources = append(c.sources, source{path: path, format: f, size: info.Size()})
		}
	}
	c.sources = slices.DeleteFunc(c.sources, func(s source) bool {
		twice := seen[s.path]
		seen[s.path] = true
		return twice
	})
	return c, nil
}

// Formats names what can be imported, for messages and help.
const Formats = "PDF, BibTeX (.bib), RIS (.ris), MEDLINE (.nbib), CSL JSON, corpus lines and dumps of OpenAlex, Crossref and Europe PMC (.json, .jsonl), PubMed XML, JATS (.xml, .nxml), tables (.csv, .tsv), a Zotero data folder"

// walk takes in a folder in the order of names. Hidden files and folders are left alone.
func (c *collection) walk(root string) {
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			c.problems = append(c.problems, Problem{File: path, Reason: plainReason(err)})
			return nil
		case path != root && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return c.folder(path)
		}
		c.file(path)
		return nil
	})
	if err != nil {
		c.problems = append(c.problems, Problem{File: root, Reason: plainReason(err)})
	}
}

// folder takes a data folder of Zotero as one source.
func (c *collection) folder(path string) error {
	info, err := os.Stat(filepath.Join(path, zotero.Database))
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	c.sources = append(c.sources, source{path: path, format: formatZotero, size: info.Size()})
	return fs.SkipDir
}

// file takes in a file of a folder; links are followed.
func (c *collection) file(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		c.problems = append(c.problems, Problem{File: path, Reason: plainReason(err)})
		return
	case info.IsDir():
		c.problems = append(c.problems, Problem{File: path, Reason: "a link to a folder, which is not followed: name the folder itself"})
		return
	case !info.Mode().IsRegular():
		return
	}
	f, err := formatOf(path)
	switch {
	case err != nil:
		c.problems = append(c.problems, Problem{File: path, Reason: plainReason(err)})
	case f == "":
		c.other[strings.ToLower(filepath.Ext(path))]++
	default:
		c.sources = append(c.sources, source{path: path, format: f, size: info.Size()})
	}
}

// formatOf tells a file's format by its name, and by its beginning where the name leaves it open; empty: none that is known.
func formatOf(path string) (format, error) {
	name := strings.TrimSuffix(strings.ToLower(path), ".gz")
	suffix := filepath.Ext(name)
	if f, ok := bySuffix[suffix]; ok {
		return f, nil
	}
	if filepath.Base(name) == zotero.Database {
		return "", fmt.Errorf("%s: name the folder that it lies in", path)
	}
	if suffix != ".xml" && suffix != ".txt" && suffix != "" {
		return "", nil
	}
	head, err := beginning(path)
	if err != nil {
		return "", err
	}
	return sniff(head), nil
}

func sniff(head []byte) format {
	switch text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))); {
	case bytes.HasPrefix(text, []byte("%PDF-")):
		return formatPDF
	case bytes.Contains(text, []byte("<PubmedArticle")):
		return formatPubMed
	case bytes.Contains(text, []byte("<article")):
		return formatJATS
	case bytes.Contains(text, []byte("<responseWrapper")), bytes.Contains(text, []byte("<PMC_ARTICLE")):
		return formatPMCXML
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[{")):
		return formatJSON
	case bytes.HasPrefix(text, []byte("TY  -")):
		return formatRIS
	case bytes.HasPrefix(text, []byte("PMID-")):
		return formatMedline
	case bytes.HasPrefix(text, []byte("@")) && bytes.Contains(text, []byte("{")):
		return formatBibTeX
	}
	return ""
}

// beginning returns the first 8 KiB of a file, unpacked.
func beginning(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := unpacked(f)
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(r, 8<<10))
	if len(head) > 0 {
		err = nil // what is wrong with the rest is said when it is read
	}
	return head, err
}

// unpacked undoes gzip where a file begins with its mark.
func unpacked(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(2); !bytes.Equal(mark, []byte("\x1f\x8b")) {
		return in, nil
	}
	return gzip.NewReader(in)
}
