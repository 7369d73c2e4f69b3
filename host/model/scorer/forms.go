package scorer

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/sparkhost/sparkhost/host/model"
	"github.com/sparkhost/sparkhost/host/model/flavour"
)

// A form is a wire format: how a message is asked, how an answer is read, and how many tokens a message has at most.
type form struct {
	ask    func(o Options, message []byte) ([]byte, error)
	read   func(body []byte) (any, error)
	tokens func(message []byte) int64
}

var forms = map[flavour.Form]form{
	flavour.Rerank:     {askRerank, readRerank, tokensRerank},
	flavour.Embeddings: {askEmbeddings, readEmbeddings, tokensEmbeddings},
	flavour.Predict:    {askPredict, readPredict, tokensPredict},
}

var errNoTexts = errors.New("the message has no texts for it")

// perText bounds the tokens of a server's own marks around a text, and perCall of those around a request.
const (
	perText = 16
	perCall = 64
)

func askRerank(o Options, message []byte) ([]byte, error) {
	var in ranking
	if err := json.Unmarshal(message, &in); err != nil || len(in.Documents) == 0 {
		return nil, errors.Join(errNoTexts, err)
	}
	if f, _ := flavour.Of(o.Flavour); f.Texts {
		return json.Marshal(map[string]any{"query": in.Query, "texts": in.Documents, "truncate": true})
	}
	return json.Marshal(map[string]any{"model": o.Model, "query": in.Query, "documents": in.Documents, "top_n": len(in.Documents)})
}

// readRerank reads {"results": [{"index", "relevance_score"}]}, or a list of {"index", "score"}.
func readRerank(body []byte) (any, error) {
	type scored struct {
		Index     *int     `json:"index"`
		Relevance *float64 `json:"relevance_score"`
		Score     *float64 `json:"score,omitempty"`
	}
	var said struct {
		Results []scored `json:"results"`
	}
	into := any(&said)
	if isList(body) {
		into = &said.Results
	}
	if err := json.Unmarshal(body, into); err != nil || said.Results == nil {
		return nil, errors.Join(errors.New("the answer has no results"), err)
	}
	for i, r := range said.Results {
		if r.Relevance == nil {
			said.Results[i].Relevance = r.Score
		}
		said.Results[i].Score = nil
	}
	return map[string]any{"results": said.Results}, nil
}

func tokensRerank(message []byte) int64 {
	var in ranking
	_ = json.Unmarshal(message, &in) // Exchange reports it
	n, query := int64(perCall), model.TokensAtMost(in.Query)
	for _, d := range in.Documents { // a model reads the query with each
		n += query + model.TokensAtMost(d) + perText
	}
	return n
}

func askEmbeddings(o Options, message []byte) ([]byte, error) {
	var in embedding
	if err := json.Unmarshal(message, &in); err != nil || len(in.Texts) == 0 {
		return nil, errors.Join(errNoTexts, err)
	}
	return json.Marshal(map[string]any{"model": o.Model, "input": in.Texts, "encoding_format": "float"})
}

// readEmbeddings reads {"data": [{"index", "embedding": [numbers]}]}. A vector with NaN in it is null.
func readEmbeddings(body []byte) (any, error) {
	var said struct {
		Data []struct {
			Index     *int            `json:"index"`
			Embedding json.RawMessage `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &said); err != nil || said.Data == nil {
		return nil, errors.Join(errors.New("the answer has no data"), err)
	}
	type placed struct {
		Index  *int `json:"index"`
		Vector any  `json:"vector"`
	}
	list := make([]placed, len(said.Data))
	for i, d := range said.Data {
		list[i].Index = d.Index
		var numbers []float64
		if bytes.Contains(d.Embedding, []byte("null")) || json.Unmarshal(d.Embedding, &numbers) != nil {
			continue
		}
		if v := quantised(numbers); v != nil {
			list[i].Vector = v.text()
		}
	}
	return map[string]any{"embeddings": list}, nil
}

func tokensEmbeddings(message []byte) int64 {
	var in embedding
	_ = json.Unmarshal(message, &in) // Exchange reports it
	n := int64(perCall)
	for _, t := range in.Texts {
		n += model.TokensAtMost(t) + perText
	}
	return n
}

func askPredict(_ Options, message []byte) ([]byte, error) {
	var in pairs
	if err := json.Unmarshal(message, &in); err != nil || len(in.Pairs) == 0 {
		return nil, errors.Join(errNoTexts, err)
	}
	list := make([][2]string, len(in.Pairs))
	for i, p := range in.Pairs {
		list[i] = [2]string{p.Premise, p.Hypothesis}
	}
	return json.Marshal(map[string]any{"inputs": list, "truncate": true})
}

// readPredict reads a list of {"label", "score"} for each pair, or for the only one. Labels are in any case; what is not a label of
// natural-language inference is kept, so that the schema names it.
func readPredict(body []byte) (any, error) {
	type scored struct {
		Label string   `json:"label"`
		Score *float64 `json:"score"`
	}
	var said [][]scored
	if err := json.Unmarshal(body, &said); err != nil {
		var one []scored
		if json.Unmarshal(body, &one) != nil {
			return nil, errors.Join(errors.New("the answer is not a list of labels"), err)
		}
		said = [][]scored{one}
	}
	list := make([]map[string]any, len(said))
	for i, labels := range said {
		list[i] = map[string]any{"index": i}
		for _, l := range labels {
			list[i][strings.ToLower(l.Label)] = l.Score
		}
	}
	return map[string]any{"verdicts": list}, nil
}

func tokensPredict(message []byte) int64 {
	var in pairs
	_ = json.Unmarshal(message, &in) // Exchange reports it
	n := int64(perCall)
	for _, p := range in.Pairs {
		n += model.TokensAtMost(p.Premise) + model.TokensAtMost(p.Hypothesis) + perText
	}
	return n
}

func isList(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) }
