// Package documents keeps the documents that an engine has seen, by content: each is encoded, hashed and decoded once.
//
// [Store.Search] asks a source, or the cache for what the source answered before; [Store.Recorded] makes the same hits of
// what a record tells. A [Holding] is a document with its digest, by which records and caches name it.
package documents
