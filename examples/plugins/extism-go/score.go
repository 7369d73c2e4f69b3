package main

import "encoding/json"

// manifest says what the plugin reads, takes and returns. It is sent these columns and nothing else.
const manifest = `{"name":"brevity_json","version":"0.1.0","contract":1,"kind":"score","summary":"Prefers documents with few distinct words.",
"inputs":[{"table":"items","column":"token_set","type":"tokens","optional":false},{"table":"items","column":"year","type":"numbers","optional":true}],
"params":[{"name":"half","type":"number","default":100,"min":1,"max":1000000,"doc":"words at which a document scores one half"}],
"outputs":[{"name":"score","kind":"score","min":0,"max":1,"doc":"1 / (1 + words/half)"},{"name":"dated","kind":"part","table":"items","min":0,"max":1,"doc":"1 if the year is known"}]}`

type part struct {
	Name   string    `json:"name"`
	Table  string    `json:"table"`
	Values []float64 `json:"values"`
}

type scores struct {
	Scores []float64 `json:"scores"`
	Parts  []part    `json:"parts"`
}

// respond gives every document its score. It must not depend on the other documents.
func respond(data []byte) ([]byte, error) {
	r, err := decode(data)
	if err != nil {
		return nil, err
	}
	words, err := values[[]uint32](r, "items", "token_set")
	if err != nil {
		return nil, err
	}
	years, err := values[float64](r, "items", "year")
	if err != nil {
		return nil, err
	}
	half, err := setting[float64](r, "half")
	if err != nil {
		return nil, err
	}
	out := scores{Scores: make([]float64, len(words))}
	dated := make([]float64, len(words))
	for row := range words {
		n := 0
		if words[row] != nil {
			n = len(*words[row])
		}
		out.Scores[row] = 1 / (1 + float64(n)/half)
		if years[row] != nil {
			dated[row] = 1
		}
	}
	out.Parts = []part{{"dated", "items", dated}}
	return json.Marshal(map[string]scores{"score": out})
}
