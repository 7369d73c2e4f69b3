// Package text reads sentences for the shipped plugins that assess evidence: it cuts texts into tokens, clauses and
// sentences, folds words to stems, reads numbers and marks cue words. It compiles with TinyGo and imports nothing but
// the standard library.
package text
