package records

import (
	"bytes"
	"encoding/json"
	"regexp"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/csl"
	"github.com/sparkhost/sparkhost/host/library/item"
	"github.com/sparkhost/sparkhost/host/retrieval/crossref"
	"github.com/sparkhost/sparkhost/host/retrieval/europepmc"
	"github.com/sparkhost/sparkhost/host/retrieval/openalex"
)

// parse reads a record by its shape, and names the keys of a corpus line that are not read.
func parse(raw []byte) (it item.Item, unread []string, err error) {
	var keys map[string]json.RawMessage
	if json.Unmarshal(raw, &keys) != nil {
		it.Document, err = evidence.ParseDocument(raw) // says what is wrong with it, and where
		return it, nil, err
	}
	switch {
	case isEuropePMC(keys):
		it.Document, err = europepmc.ParseWork(raw)
	case isOpenAlex(keys):
		it.Document, err = openalex.ParseWork(raw)
	case isCrossref(keys):
		it.Document, err = crossref.ParseWork(raw)
	case isCSL(keys):
		it, err = csl.Item(raw)
	default:
		it.Document, err = evidence.ParseDocument(raw)
		it.Named = true
		return it, evidence.UnreadKeys(raw), err
	}
	return it, nil, err
}

func isOpenAlex(keys map[string]json.RawMessage) bool {
	return bytes.Contains(keys["id"], []byte("openalex.org/")) || has(keys, "abstract_inverted_index", "authorships", "cited_by_count")
}

// isCrossref tells works of Crossref from CSL JSON, which has the same keys and one title.
func isCrossref(keys map[string]json.RawMessage) bool {
	return has(keys, "DOI") && (bytes.HasPrefix(keys["title"], []byte("[")) || has(keys, "is-referenced-by-count", "indexed", "deposited"))
}

func isEuropePMC(keys map[string]json.RawMessage) bool {
	return has(keys, "id") && has(keys, "source") && has(keys, "authorString", "pubYear", "citedByCount", "abstractText", "journalInfo", "pubTypeList")
}

func isCSL(keys map[string]json.RawMessage) bool {
	return has(keys, "issued", "container-title", "author", "citation-key", "DOI", "accessed", "event-title") && has(keys, "type", "title")
}

func has(keys map[string]json.RawMessage, any ...string) bool {
	for _, name := range any {
		if raw := keys[name]; len(raw) > 0 && string(raw) != "null" {
			return true
		}
	}
	return false
}

// Foreign says whether a file that begins like this holds other records than corpus lines: works as services describe them, or an array.
// What is no JSON is not foreign: the reader of corpus lines says what is wrong with it.
func Foreign(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	first, _, _ := bytes.Cut(head, []byte("\n"))
	var keys map[string]json.RawMessage
	if json.Unmarshal(first, &keys) != nil {
		return bytes.HasPrefix(head, []byte("[")) && !bytes.HasPrefix(head, []byte("[]")) || foreignStart.Match(head)
	}
	_, wrapped := inside(keys)
	return wrapped || isEuropePMC(keys) || isOpenAlex(keys) || isCrossref(keys) || keys["id"] == nil && isCSL(keys) || keys["issued"] != nil
}

// foreignStart matches the beginning of answers of services, and of lines that are cut here.
var foreignStart = regexp.MustCompile(`^\{\s*(?:"(?:status|message|meta|version|hitCount|results|items|resultList)"\s*:|"id"\s*:\s*"https://openalex\.org/|"indexed"\s*:\s*\{|"DOI"\s*:|"reference-count"\s*:|"institution"\s*:\s*\[)`)
