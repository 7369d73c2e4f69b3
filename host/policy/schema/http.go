package schema

import "time"

// httpSchema declares a source that no code knows: how it is asked, and where its answers have the fields of documents.
func httpSchema() Block {
	return Block{
		Name: "http",
		Doc:  "Declares the source: how it is asked over HTTP, and which paths of its answers lead to the fields of documents. docs/sources.md explains the placeholders and paths.",
		Attrs: []Attr{
			{Name: "base_url", Kind: KindText, Required: true, Doc: "where the service is, without a slash at the end"},
			{Name: "format", Kind: KindWord, OneOf: []string{"json", "xml"}, Default: "json", Doc: "of the answers"},
			{Name: "interval", Kind: KindDuration, Default: time.Second, Doc: "least time between two requests, as the service publishes it"},
			{Name: "in_flight", Kind: KindInt, Default: int64(1), Min: 1, Max: 100, Doc: "most requests at once"},
			{Name: "tries", Kind: KindInt, Min: 1, Max: 10, Doc: "most requests for one answer"},
			{Name: "timeout", Kind: KindDuration, Doc: "most time of a request"},
			{Name: "max_bytes", Kind: KindSize, Min: 1 << 10, Max: 1 << 30, Doc: "largest answer; without it 16MiB"},
			{Name: "price", Kind: KindMoney, Max: 1e9, Doc: "of a request, such as \"0.005 USD\"; without it nothing"},
			{Name: "keep", Kind: KindWord, OneOf: []string{"1h", "24h", "168h"}, Default: "24h", Doc: "how long answers are cached"},
			{Name: "query_form", Kind: KindWord, OneOf: []string{"all_then_any", "words"}, Default: "all_then_any",
				Doc: "all_then_any: terms joined by AND, and by OR if nothing has them all; words: terms joined by spaces"},
			{Name: "max_terms", Kind: KindInt, Default: int64(6), Min: 1, Max: 50, Doc: "most terms of a query"},
			{Name: "headers", Kind: KindConfig, Doc: "sent with each request; a value may be secret(\"NAME\")"},
			{Name: "keys", Kind: KindConfig, Doc: "query parameters made of credentials, such as { api_key = \"{NAME}\" }; one whose variable is not set is left out"},
			{Name: "key_headers", Kind: KindConfig, Doc: "headers made of credentials, such as { Authorization = \"Bearer {NAME}\" }; one whose variable is not set is left out"},
			{Name: "error", Kind: KindText, Doc: "path to the text of an error that comes as a good answer"},
			{Name: "set", Kind: KindConfig, Doc: "values of fields that the answers do not have, such as { type = \"clinical-trial\" }"},
		},
		Blocks: []Block{
			callSchema("search", "A search.", true,
				Attr{Name: "total", Kind: KindText, Doc: "path to the number of all hits"},
				Attr{Name: "next", Kind: KindText, Doc: "path to the cursor of the next page, which {cursor} sends"},
				Attr{Name: "cursor", Kind: KindText, Doc: "cursor of the first page; without it none"},
				Attr{Name: "page_size", Kind: KindInt, Default: int64(50), Min: 1, Max: 10000, Doc: "most hits of a page, the most that {limit} asks for"},
				Attr{Name: "most", Kind: KindInt, Default: int64(1000), Min: 1, Max: 1e6, Doc: "hits that can be paged to"}),
			callSchema("then", "Gets the documents, where a search finds only their identifiers: {ids} are those, with commas between them.", false),
			callSchema("fetch", "Gets one document by its identifier, {id}.", false),
			{Name: "fields", Doc: "Where an item has the fields of a document: paths, or for addresses texts with {id}, {doi}, {pmid}, {pmcid}, {arxiv}.", Attrs: fieldAttrs()},
		},
	}
}

func callSchema(name, doc string, items bool, more ...Attr) Block {
	return Block{Name: name, Doc: doc, Attrs: append([]Attr{
		{Name: "path", Kind: KindText, Required: true, Doc: "added to base_url; begins with a slash"},
		{Name: "query", Kind: KindConfig, Doc: "query parameters, with placeholders: in search {query}, {limit}, {offset}, {page} from 1, {page0} from 0, {cursor}; a value may be secret(\"NAME\")"},
		{Name: "format", Kind: KindWord, OneOf: []string{"json", "xml"}, Doc: "of this answer, if it differs from the others"},
		{Name: "items", Kind: KindText, Required: items, Doc: "path to the items of the answer; without it the answer is one item"},
	}, more...)}
}

// SourceFields returns the fields of documents that an http block can declare.
func SourceFields() []string {
	return []string{
		"id", "title", "abstract", "authors", "year", "date", "venue", "type", "doi", "arxiv", "pmid", "pmcid", "url", "open_access_url", "citation_count", "retracted", "status",
		"volume", "issue", "pages", "publisher", "language", "license", "issn", "isbn", "keywords", "mesh_terms", "fields_of_study",
	}
}

func fieldAttrs() []Attr {
	var out []Attr
	for _, name := range SourceFields() {
		out = append(out, Attr{Name: name, Kind: KindText, Doc: "path to it"})
	}
	return out
}
