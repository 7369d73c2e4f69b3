// Package librarytest collects what a reader of literature files finds, for tests.
package librarytest

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/library/item"
)

// A Collector keeps what a reader finds and what it could not read, as "line: reason".
type Collector struct {
	Items []item.Item
	Bad   []string
}

// Found implements item.Output.
func (c *Collector) Found(it item.Item) error {
	c.Items = append(c.Items, it)
	return nil
}

// Wrong implements item.Output.
func (c *Collector) Wrong(line int, reason string) {
	c.Bad = append(c.Bad, fmt.Sprintf("%d: %s", line, reason))
}

// Documents returns the works that were found.
func (c *Collector) Documents() []evidence.Document {
	var out []evidence.Document
	for _, it := range c.Items {
		out = append(out, it.Document)
	}
	return out
}

// Read reads a text.
func Read(ctx context.Context, read item.Reader, text string) (*Collector, error) {
	c := &Collector{}
	err := read(ctx, strings.NewReader(text), c)
	return c, err
}
