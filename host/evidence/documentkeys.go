package evidence

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// documentKeys are those that [ParseDocument] reads.
var documentKeys = []string{
	"id", "title", "abstract", "text", "sections", "year", "venue", "doi", "arxiv", "pmid", "pmcid", "url", "open_access_url", "citation_source",
	"type", "status", "source", "authors", "fields_of_study", "citation_count", "retracted", "abstract_source", "text_source",
	"date", "volume", "issue", "pages", "publisher", "language", "license", "issn", "isbn", "keywords", "mesh_terms", "relations",
}

// mostUnread keys of a line are named: to look for what each may be misspelt of takes longer than to read the line.
const mostUnread = 20

// UnreadKeys returns the first 20 keys of a line of a corpus that [ParseDocument] does not read, in alphabetical order, each with the one that
// it may be misspelt of. A line that is not an object has none.
func UnreadKeys(line []byte) []string {
	var raw map[string]json.RawMessage
	if json.Unmarshal(line, &raw) != nil {
		return nil
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		if slices.Contains(documentKeys, key) {
			continue
		}
		if len(out) == mostUnread {
			break
		}
		text := fmt.Sprintf("%q", Clip(key, 40))
		if meant := likeliest(key, documentKeys); meant != "" && raw[meant] == nil {
			text += fmt.Sprintf(" (did you mean %q?)", meant)
		}
		out = append(out, text)
	}
	return out
}
