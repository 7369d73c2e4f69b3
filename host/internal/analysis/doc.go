// Package analysis cuts documents into words, passages and sentences, once per process.
//
// A [Cache] is shared by all runs of an engine: [Cache.Document] gives title and body, [Cache.Split] the passages.
// Nothing of it depends on a question, so words are strings here, to which each run gives ids of its own; [SetOf] turns
// the indexes of a passage or a sentence into a set of those. It knows nothing of runs.
package analysis
