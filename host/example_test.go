package host_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/evidence"
)

// A program asks a claim of a corpus without the command line.
func ExampleHost_Ask() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.Config{
		Policy:  "standard",
		Corpus:  []string{"../examples/quickstart/corpus.jsonl"},
		Offline: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	result, err := h.Ask(ctx, evidence.Question{
		ID:       "factoring",
		Question: "Lattice smoothing factors integers in classical polynomial time.",
		Type:     evidence.TypeClaim,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Answer.Text)
	fmt.Println(result.Citations[0].Title)
	// Output:
	// contradicted
	// Lattice smoothing does not factor integers in polynomial time
}
