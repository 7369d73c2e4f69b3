package schema

import (
	"strings"

	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// roleDocs says what each role is for.
var roleDocs = map[string]string{
	"planning":  "takes questions apart and looks for gaps",
	"synthesis": "writes the answer",
	"judge":     "decides between the answers of two solvers",
	"extract":   "reads claims out of documents",
	"cheapest":  "what costs little and is asked often",
	"fastest":   "what others wait for",
	"verify":    "holds the draft answer against what was found",
}

// enumerated are words in a sentence.
func enumerated(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func modelSchema() Block {
	return Block{
		Name: "model", Label: "name",
		Doc: "A language model at an endpoint. Roles of a policy are bound to it; without any, every step is done by rules.",
		Attrs: []Attr{
			{Name: "endpoint", Kind: KindWord, Required: true, OneOf: []string{"anthropic", "openai"}, Doc: "the wire format; openai: every server that speaks its chat completions"},
			{Name: "flavour", Kind: KindWord, OneOf: flavour.Names(nil), Doc: "whose dialect of openai; default: OpenAI's own"},
			{Name: "base_url", Kind: KindText, Doc: "where it is, such as http://127.0.0.1:11434/v1; default: the provider's own address"},
			{Name: "name", Kind: KindText, Required: true, Doc: "the model, as the endpoint calls it"},
			{Name: "key", Kind: KindSecret, Doc: "the key; a run looks it up in the environment and the file of credentials"},
			{Name: "schema", Kind: KindWord, OneOf: flavour.SchemaModes(), Doc: "how structured answers are asked for; default: the flavour's way"},
			{Name: "temperature", Kind: KindWord, OneOf: []string{"send", "omit"}, Doc: "omit: for models that refuse one; default: the flavour's way"},
			{Name: "thinking", Kind: KindWord, OneOf: []string{"on", "off"}, Doc: "of the flavours " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Thinking != "" })) + "; default: not said"},
			{Name: "effort", Kind: KindText, Doc: `how long the model should think, such as "low"; default: not said`},
			{Name: "free", Kind: KindBool, Default: false, Doc: "calls cost nothing; so do those of " + enumerated(flavour.Names(func(f flavour.Flavour) bool { return f.Local })) + " without it"},
			{Name: "ceiling", Kind: KindMoney, Doc: "what one exchange is counted at where the model's price is not known; without it such calls are refused"},
			{Name: "allow_http", Kind: KindBool, Default: false, Doc: "send the key without TLS to another machine"},
			{Name: "interval", Kind: KindDuration, Doc: "least time between two requests"},
			{Name: "in_flight", Kind: KindInt, Min: 1, Max: 100, Doc: "most requests at once; the host's default is 4"},
			{Name: "timeout", Kind: KindDuration, Doc: "of one exchange; the host's default is 60s"},
			{Name: "tries", Kind: KindInt, Min: 1, Max: 10, Doc: "most exchanges for one answer; the host's default is 4"},
		},
	}
}

func rolesSchema() Block {
	b := Block{
		Name: "roles",
		Doc:  "Which model does what (C18). A block that names a role which is bound to none goes its way without a model.",
	}
	for _, role := range Roles() {
		b.Attrs = append(b.Attrs, Attr{Name: role, Kind: KindModel, Doc: roleDocs[role] + "; of a list, each model is asked where the one before it gives no answer (B-17)"})
	}
	return b
}
