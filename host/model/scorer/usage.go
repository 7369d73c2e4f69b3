package scorer

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/sparkhost/sparkhost/host/model"
)

// told reads the model's name and its usage. Most servers have them in the body, Text Embeddings Inference counts tokens in a header.
func told(body []byte, header http.Header) (name string, usage *model.Usage) {
	var said struct {
		Model string `json:"model"`
		Usage struct {
			Total  *int64 `json:"total_tokens"`
			Prompt *int64 `json:"prompt_tokens"`
		} `json:"usage"`
	}
	_ = json.Unmarshal(body, &said) // a list says neither
	for _, n := range []*int64{said.Usage.Total, said.Usage.Prompt} {
		if n != nil {
			return said.Model, &model.Usage{In: *n}
		}
	}
	if n, err := strconv.ParseInt(header.Get("X-Compute-Tokens"), 10, 64); err == nil {
		return said.Model, &model.Usage{In: n}
	}
	return said.Model, nil
}
