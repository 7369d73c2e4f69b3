// Command stance fits the weights of plugin stance to the packs of labelled data and writes them where the plugin embeds them,
// with a report beside: digests of the data, and figures with each pack left out and with grouped folds.
//
//	go run ./plugins/internal/fit/stance -data ../shared/data          # makes plugins/stance/stance.model and stance.model.json
//	go run ./plugins/internal/fit/stance -data ../shared/data -check   # makes them again and compares
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
)

var (
	data   = flag.String("data", "../shared/data", "folder of the packs")
	out    = flag.String("out", "plugins/stance/stance.model", "file of the weights; the report goes to the same name with .json")
	check  = flag.Bool("check", false, "write nothing; fail if the file would come out different")
	quick  = flag.Bool("quick", false, "print figures only; write nothing")
	part   = flag.String("part", "", "with side: only figures of evidence; with answers: only those of questions")
	engine = flag.String("engine", "", "folder of what the engine read, to judge on instead of what the fit reads by itself")
)

func main() {
	flag.Parse()
	if err := fit(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "fit stance:", err)
		os.Exit(1)
	}
}

// fit makes model and report.
func fit(ctx context.Context) error {
	s, err := load(ctx, *data, *engine)
	if err != nil {
		return err
	}
	r := s.report(*part)
	if err := r.digest(*data); err != nil {
		return err
	}
	r.print(os.Stdout)
	if *quick {
		return nil
	}
	model := s.model().Append(nil)
	report, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(put(*out, model), put(*out+".json", append(report, '\n')))
}

// put writes a file, or with -check compares it.
func put(path string, b []byte) error {
	if !*check {
		return os.WriteFile(path, b, 0o644)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, b) {
		return fmt.Errorf("%s is not what this program makes of the data: run it without -check and commit the file", path)
	}
	return nil
}
