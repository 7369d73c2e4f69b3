package blocks_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"

	"github.com/sparkhost/sparkhost/host/eval/blocks"
	"github.com/sparkhost/sparkhost/internal/doubling"
)

// A thing is a block as packs and gates are.
type thing struct {
	Name string    `hcl:"name,label"`
	Path string    `hcl:"path"`
	List []string  `hcl:"list,optional"`
	At   hcl.Range `hcl:",def_range"`
}

// read decodes a file, and counts the blocks with a mistake, as readers of packs and gates look for them.
func read(text string) (things []thing, wrong int, err error) {
	var file struct {
		Things []thing `hcl:"thing,block"`
	}
	err = blocks.Decode("f.hcl", []byte(text), &file)
	for i := range file.Things {
		if blocks.Wrong(err, &file.Things[i].At) {
			wrong++
		}
	}
	return file.Things, wrong, blocks.Join(err)
}

// TestTheWorkOfAFileOfBlocksGrowsWithIt has many blocks, right and wrong ones, and long lists. No fuzz target asserts it of all
// files: where the syntax is wrong, the parser's own work grows with the square of the mistakes; therefore such files are small.
func TestTheWorkOfAFileOfBlocksGrowsWithIt(t *testing.T) {
	doubling.Repeated(t, "", "thing \"a#\" {\n path = \"b\"\n}\n", "", func(text string) {
		things, wrong, err := read(text)
		assert.NoError(t, err)
		assert.Greater(t, len(things), 10)
		assert.Zero(t, wrong)
	})
	doubling.Repeated(t, "thing \"a\" {\n path = \"b\"\n list = [\n", "\"c#\",\n", "]\n}\n", func(text string) {
		_, _, err := read(text)
		assert.NoError(t, err)
	})
	// Each block was looked for among the mistakes of all: this took 7.8 times the bytes.
	doubling.Numbered(t, 1000, func(n int) {
		things, wrong, err := read(strings.Repeat("thing \"a\" {\n}\n", n))
		assert.Error(t, err)
		assert.Len(t, things, n)
		assert.Equal(t, n, wrong)
	})
}
