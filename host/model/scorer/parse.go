package scorer

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrUnusable is matched by errors of replies that their schema accepts and that say nothing of use all the same.
var ErrUnusable = errors.New("the reply cannot be used")

// A Verdict holds the probabilities that a premise entails a hypothesis, contradicts it, or does neither.
type Verdict struct {
	Entailment    float64 `json:"entailment"`
	Neutral       float64 `json:"neutral"`
	Contradiction float64 `json:"contradiction"`
}

// Stance is from -1, contradicted, to 1, entailed.
func (v Verdict) Stance() float64 { return max(-1, min(1, v.Entailment-v.Contradiction)) }

// ParseRanking reads the relevance of each of n documents, on the model's own scale.
func ParseRanking(raw json.RawMessage, n int) ([]float64, error) {
	var reply struct {
		Results []struct {
			Index int     `json:"index"`
			Score float64 `json:"relevance_score"`
		} `json:"results"`
	}
	if err := json.Unmarshal(raw, &reply); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	out := newPlaces[float64](n)
	for _, r := range reply.Results {
		out.put(r.Index, r.Score)
	}
	return out.all("document")
}

// ParseVerdicts reads the verdict of each of n pairs.
func ParseVerdicts(raw json.RawMessage, n int) ([]Verdict, error) {
	var reply struct {
		Verdicts []struct {
			Index int `json:"index"`
			Verdict
		} `json:"verdicts"`
	}
	if err := json.Unmarshal(raw, &reply); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	out := newPlaces[Verdict](n)
	for _, v := range reply.Verdicts {
		out.put(v.Index, v.Verdict)
	}
	return out.all("pair")
}

// ParseVectors reads the vector of each of n texts. All have one dimension.
func ParseVectors(raw json.RawMessage, n int) ([]Vector, error) {
	var reply struct {
		Embeddings []struct {
			Index  int    `json:"index"`
			Vector string `json:"vector"`
		} `json:"embeddings"`
	}
	if err := json.Unmarshal(raw, &reply); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	out := newPlaces[Vector](n)
	for _, e := range reply.Embeddings {
		bytes, err := base64.StdEncoding.DecodeString(e.Vector)
		if err != nil {
			return nil, fmt.Errorf("%w: vector %d: %w", ErrUnusable, e.Index, err)
		}
		out.put(e.Index, vectorOf(bytes))
	}
	list, err := out.all("text")
	if err != nil {
		return nil, err
	}
	return list, SameDimension(list...)
}

// SameDimension says which vectors cannot be compared. Its error matches [ErrUnusable].
func SameDimension(vectors ...Vector) error {
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return fmt.Errorf("%w: vectors of %d and of %d dimensions", ErrUnusable, len(vectors[0]), len(v))
		}
	}
	return nil
}

// places puts answers where their texts are.
type places[T any] struct {
	values []T
	times  []int
}

func newPlaces[T any](n int) *places[T] { return &places[T]{make([]T, n), make([]int, n)} }

func (p *places[T]) put(at int, v T) {
	if at >= 0 && at < len(p.values) {
		p.values[at] = v
		p.times[at]++
	}
}

// all returns the values if each place has one.
func (p *places[T]) all(what string) ([]T, error) {
	for i, n := range p.times {
		if n != 1 {
			return nil, fmt.Errorf("%w: %s %d is answered %d times", ErrUnusable, what, i, n)
		}
	}
	return p.values, nil
}
