package blocks_test

import (
	"errors"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparkhost/sparkhost/host/eval/blocks"
)

type file struct {
	Packs []struct {
		Name string    `hcl:"name,label"`
		Role string    `hcl:"role"`
		At   hcl.Range `hcl:",def_range"`
	} `hcl:"pack,block"`
}

func TestEveryMistakeOfAFileIsToldWithItsLine(t *testing.T) {
	var f file
	err := blocks.Decode("dir/p.hcl", []byte("pack \"a\" {}\n\ngate \"x\" {}\npack \"b\" {\n  roll = \"dev\"\n  role = \"dev\"\n}\n"), &f)
	for _, want := range []string{
		"dir/p.hcl:1: Missing required argument; The argument \"role\" is required", "dir/p.hcl:3: Unsupported block type",
		"dir/p.hcl:5: Unsupported argument; An argument named \"roll\" is not expected here",
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.Regexp(t, `(?s)p.hcl:1: .*p.hcl:3: .*p.hcl:5: `, err.Error(), "from top to bottom")
	assert.ErrorContains(t, blocks.Decode("p.hcl", []byte("pack \"a {"), &f), "p.hcl:1: ")
}

func TestABlockKnowsItsLine(t *testing.T) {
	var f file
	require.NoError(t, blocks.Decode("p.hcl", []byte("\npack \"a\" { role = \"dev\" }\n"), &f))
	assert.Equal(t, 2, f.Packs[0].At.Start.Line)
	cause := errors.New("no such role")
	err := blocks.At("p.hcl", &f.Packs[0].At, "pack %q: %w", "a", cause)
	assert.EqualError(t, err, `p.hcl:2: pack "a": no such role`)
	assert.ErrorIs(t, err, cause)
	assert.EqualError(t, blocks.At("p.hcl", nil, "no pack"), "p.hcl: no pack")
}
