package tiny

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/model/standin"
)

// Answer answers requests for relevance and vectors in the place of a stand-in's rules; nil: it is neither, and the rules answer. It is
// for [standin.Script].
func (m *Model) Answer(q standin.Request) *standin.Exchange {
	switch q.Wire {
	case "rerank":
		return q.Ranked(func(text string) float64 { return m.Relevance(q.Query, text) })
	case "embeddings":
		return q.Embedded(m.Embed)
	}
	return nil
}

// Read trains a model on a corpus: one JSON document a line.
func Read(corpus io.Reader) (*Model, error) {
	var documents []evidence.Document
	lines := bufio.NewScanner(corpus)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var d evidence.Document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("line %d is not a document: %w", n, err)
		}
		documents = append(documents, d)
		if len(documents) > mostDocuments {
			return nil, fmt.Errorf("more than %d documents: train on a part of them", mostDocuments)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(documents) < 2 {
		return nil, fmt.Errorf("%d documents: titles are learned beside the abstracts of others", len(documents))
	}
	return Train(documents), nil
}

// mostLine bounds a line of a corpus in bytes, and mostDocuments a corpus, so that training ends within a minute.
const (
	mostLine      = 1 << 20
	mostDocuments = 20_000
)
