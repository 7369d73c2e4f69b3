package standin

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"strings"
)

// scoring are the wires of models that score texts and write none, by the end of their path.
var scoring = map[string]string{"/rerank": "rerank", "/embeddings": "embeddings", "/predict": "predict"}

// A literal is a body that is sent as it stands, since some servers write what JSON does not have.
type literal string

// wireOf returns the wire that a path ends in; empty: one of chat, or none.
func wireOf(path string) string {
	for end, wire := range scoring {
		if strings.HasSuffix(path, end) {
			return wire
		}
	}
	return ""
}

// readScoring reads a request for scores. Task and model are the wire's name where the request does not say them.
func readScoring(wire string, body []byte) (Request, error) {
	var in struct {
		Model     string      `json:"model"`
		Query     string      `json:"query"`
		Documents []string    `json:"documents"`
		Texts     []string    `json:"texts"` // as Text Embeddings Inference calls documents
		Input     []string    `json:"input"`
		Inputs    [][2]string `json:"inputs"`
	}
	q := Request{Wire: wire, Task: wire}
	if err := decode(body, &in, &q.Fields); err != nil {
		return q, err
	}
	q.Model, q.Query, q.Pairs = in.Model, in.Query, in.Inputs
	q.Texts = append(append(in.Documents, in.Texts...), in.Input...)
	if q.bare = len(in.Texts) > 0; q.Model == "" {
		q.Model = "standin"
	}
	if len(q.Texts)+len(q.Pairs) == 0 {
		return q, errors.New("no texts")
	}
	return q, nil
}

// scores returns the body of an exchange in the request's wire: the script's JSON, or what the overlap of words says.
func (q Request) scores(e Exchange) any {
	switch {
	case e.JSON != nil:
		return e.JSON
	case e.Text != "":
		return literal(e.Text)
	case e.Fault == WrongSchema:
		return map[string]any{"results": []any{}, "data": []any{}}
	}
	out := map[string]any{"model": q.Model, "object": "list", "usage": map[string]any{"prompt_tokens": q.read(), "total_tokens": q.read()}}
	if e.Fault == NoUsage {
		delete(out, "usage")
	}
	switch q.Wire {
	case "predict":
		return q.labels()
	case "embeddings":
		out["data"] = q.vectors(counted)
	case "rerank":
		list := q.ranking(func(text string) float64 { return round(within(q.Query, text)) })
		if q.bare {
			return list
		}
		out["results"] = list
	}
	return out
}

// Ranked answers a request for relevances in its own form. It is for [Script].Answer.
func (q Request) Ranked(relevance func(text string) float64) *Exchange {
	var body any = q.ranking(relevance)
	if !q.bare {
		body = map[string]any{"model": q.Model, "results": body, "usage": map[string]any{"total_tokens": q.read()}}
	}
	return &Exchange{JSON: json.RawMessage(text(body))}
}

// Embedded answers a request for vectors. It is for [Script].Answer.
func (q Request) Embedded(vector func(text string) []float64) *Exchange {
	return &Exchange{JSON: json.RawMessage(text(map[string]any{
		"model": q.Model, "data": q.vectors(vector), "usage": map[string]any{"total_tokens": q.read()},
	}))}
}

// ranking has the relevance of each text.
func (q Request) ranking(relevance func(text string) float64) []any {
	score := "relevance_score"
	if q.bare {
		score = "score"
	}
	list := make([]any, len(q.Texts))
	for i, t := range q.Texts {
		list[i] = map[string]any{"index": i, score: relevance(t)}
	}
	return list
}

// dimensions of the stand-in's vectors, each of which counts some words.
const dimensions = 64

// vectors returns those of the texts.
func (q Request) vectors(of func(text string) []float64) []any {
	list := make([]any, len(q.Texts))
	for i, t := range q.Texts {
		list[i] = map[string]any{"object": "embedding", "index": i, "embedding": of(t)}
	}
	return list
}

// counted counts the words of a text.
func counted(text string) []float64 {
	v := make([]float64, dimensions)
	v[0] = 0.01 // a text without words has a direction, too
	for _, token := range analyzer().Tokens(text) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(token)) // hashes never return errors
		v[h.Sum32()%dimensions]++
	}
	return v
}

// read estimates the tokens of the texts.
func (q Request) read() int {
	n := 1
	for _, t := range q.Texts {
		n += (len(q.Query) + len(t)) / 4
	}
	return n
}

// labels say entailment or, where the premise is negated, contradiction, as far as it has the hypothesis's words.
func (q Request) labels() []any {
	list := make([]any, len(q.Pairs))
	for i, p := range q.Pairs {
		share, side, other := round(within(p[1], p[0])), "entailment", "contradiction"
		if negated(p[0]) != negated(p[1]) {
			side, other = other, side
		}
		list[i] = []any{label(side, share), label("neutral", round(1-share)), label(other, 0)}
	}
	return list
}

func label(name string, score float64) any { return map[string]any{"label": name, "score": score} }
