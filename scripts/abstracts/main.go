// Command abstracts writes a corpus of synthetic abstracts, and queries each of which asks for one of them.
//
//	go run ./scripts/abstracts -documents 1000000 -out corpus.jsonl -queries queries.jsonl
//	sparkhost corpus index --corpus corpus.jsonl
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/sparkhost/sparkhost/host/retrieval/local/synthetic"
)

func main() {
	documents := flag.Int("documents", 100_000, "how many abstracts")
	asked := flag.Int("asked", 300, "how many queries")
	seed := flag.Uint64("seed", 1, "seed of all of them")
	out := flag.String("out", "corpus.jsonl", "`file` of the corpus")
	queries := flag.String("queries", "queries.jsonl", "`file` of the queries")
	flag.Parse()
	d := synthetic.New(*seed)
	err := write(*out, *documents, func(i int) any { return d.Document(i) })
	if err == nil {
		err = write(*queries, *asked, func(i int) any { return d.Query(i * (*documents / max(1, *asked))) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "abstracts:", err)
		os.Exit(1)
	}
}

// write writes n lines of JSON.
func write(path string, n int, line func(int) any) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	lines := json.NewEncoder(w)
	for i := range n {
		if err := lines.Encode(line(i)); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}
