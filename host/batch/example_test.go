package batch_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/batch"
	"github.com/sparkhost/sparkhost/host/evidence"
	"github.com/sparkhost/sparkhost/host/record"
)

// A program answers a batch of claims, two at a time, without the command line.
func Example() {
	ctx := context.Background()
	h, err := host.Open(ctx, host.Config{
		Policy:  "standard",
		Corpus:  []string{"../../examples/quickstart/corpus.jsonl"},
		Offline: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()

	questions := []evidence.Question{
		{ID: "factoring", Question: "Lattice smoothing factors integers in classical polynomial time.", Type: evidence.TypeClaim},
		{ID: "moon", Question: "The moon is made of cheese.", Type: evidence.TypeClaim},
	}
	err = batch.New(h, questions).Run(ctx, 2, func(r *record.Result) error {
		fmt.Println(r.ID, r.Verdict)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// factoring answered
	// moon abstained
}
