package schema

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// roleDocs says what each role is for.
var roleDocs = map[string]string{
	"planning":  "decomposes questions and finds gaps",
	"synthesis": "writes the answer",
	"judge":     "decides between the answers of two solvers",
	"extract":   "extracts claims from documents",
	"cheapest":  "cheap tasks that are frequent",
	"fastest":   "tasks that others wait for",
	"verify":    "holds the draft answer against what was found",
	"rerank":    "orders the documents found by how well they answer the question",
	"embed":     "makes vectors of the documents found and of the question",
	"nli":       "judges whether a sentence says or denies what is asked",
}

// enumerated are words in a sentence.
func enumerated(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func modelSchema() Block {
	return Block{
		Name: "model", Label: "name",
		Doc: "A language model at an endpoint. Roles of a policy are bound to it; without models, rules do every step.",
		Attrs: []Attr{
			{Name: "endpoint", Kind: KindWord, Required: true, OneOf: append([]string{"anthropic", "openai"}, flavour.Forms()...), Doc: "the wire format; openai: any server with the chat completions API; embeddings, predict, rerank: models that score texts and write none"},
			{Name: "flavour", Kind: KindWord, OneOf: flavour.Names(nil), Doc: "the dialect of openai; default: OpenAI's"},
			{Name: "base_url", Kind: KindText, Doc: "its address, such as http://127.0.0.1:11434/v1; default: the provider's own address"},
			{Name: "name", Kind: KindText, Required: true, Doc: "the endpoint's name of the model"},
			{Name: "key", Kind: KindSecret, Doc: "the key; a run looks it up in the environment and the file of credentials"},
			{Name: "schema", Kind: KindWord, OneOf: flavour.SchemaModes(), Doc: "how structured answers are requested; default: as the flavour sets"},
			{Name: "temperature", Kind: KindWord, OneOf: []string{"send", "omit"}, Doc: "omit: for models that refuse one; default: as the flavour sets"},
			{Name: "thinking", Kind: KindWord, OneOf: []string{"on", "off"}, Doc: "of the flavours " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Thinking != "" })) + "; default: not sent"},
			{Name: "effort", Kind: KindText, Doc: `how long the model should think, such as "low"; default: not sent`},
			{Name: "free", Kind: KindBool, Default: false, Doc: "calls are free; so are those of " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Local })) + " without it"},
			{Name: "ceiling", Kind: KindMoney, Doc: "price of one exchange if the model's price is unknown; without it such calls are refused"},
			{Name: "allow_http", Kind: KindBool, Default: false, Doc: "allow sending the key to another machine without TLS"},
			{Name: "interval", Kind: KindDuration, Doc: "least time between two requests"},
			{Name: "in_flight", Kind: KindInt, Min: 1, Max: 100, Doc: "most parallel requests; the host's default is 4"},
			{Name: "timeout", Kind: KindDuration, Doc: "of one exchange; the host's default is 60s"},
			{Name: "tries", Kind: KindInt, Min: 1, Max: 10, Doc: "most exchanges for one answer; the host's default is 4"},
		},
	}
}

func rolesSchema() Block {
	b := Block{
		Name: "roles",
		Doc:  "Binds roles to models (C18). A block whose role is not bound works without a model.",
	}
	for _, role := range Roles() {
		b.Attrs = append(b.Attrs, Attr{Name: role, Kind: KindModel, Doc: roleDocs[role] + "; of a list, each model is asked where the one before it gives no answer (B-17)"})
	}
	return b
}
