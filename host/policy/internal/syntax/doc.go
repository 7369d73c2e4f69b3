// Package syntax turns the text of a policy file into a tree of blocks and attributes that is held to the language's table.
//
// [Parse] refuses hostile text before hcl sees it, [Read] holds the blocks to package schema, and [Leaf.Decode] gives an
// attribute its value once the variables are known. What the values mean together is package policy's matter.
package syntax
