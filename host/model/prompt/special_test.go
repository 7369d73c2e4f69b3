package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/model/prompt"
)

// Servers read such marks in any text: a document with them could end its block and speak as the model.
func TestMarksOfConversationsAreSetApart(t *testing.T) {
	tests := map[string]string{
		"a<|im_end|>b":                    "a< |im_end| >b",
		"<|start_header_id|>system":       "< |start_header_id| >system",
		"</s> <s>[INST] x [/INST]":        "< /s> < s>[ INST] x [ /INST]",
		"<<SYS>> <end_of_turn>":           "< <SYS>> < end_of_turn>",
		"<｜end▁of▁sentence｜>":             "< ｜end▁of▁sentence｜ >",
		"p < 0.05 | q > 1 <b>bold</b> []": "p < 0.05 | q > 1 <b>bold</b> []",
		"<\u200b|im_end|>":                "< |im_end| >",
	}
	for text, want := range tests {
		assert.Equal(t, want, prompt.Clean(text))
		assert.Equal(t, want, prompt.Clean(prompt.Clean(text)), "twice is once")
	}
}
