package records

import lru "github.com/hashicorp/golang-lru/v2"

// A Cache keeps the blocks that were decompressed last, of any number of files. It is safe for concurrent use.
type Cache struct {
	blocks *lru.Cache[blockKey, []byte]
}

type blockKey struct {
	file  *File
	block int
}

// NewCache keeps so many blocks of 96 KiB, at least one.
func NewCache(blocks int) (*Cache, error) {
	c, err := lru.New[blockKey, []byte](blocks)
	return &Cache{c}, err
}

func (c *Cache) get(k blockKey) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	return c.blocks.Get(k)
}

// add keeps a block, unless it is so long that it would crowd out many others.
func (c *Cache) add(k blockKey, b []byte) {
	if c != nil && len(b) <= 4*blockBytes {
		c.blocks.Add(k, b)
	}
}
