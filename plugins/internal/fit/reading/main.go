// Command reading fits the weights of plugin reading: it reads the packs of ../shared/data, asks their questions of their
// own corpora and of each other's, and writes plugins/reading/reading.model and, beside it, a report with the digests
// of the data and the figures of every pack in the fit and left out of it. Run it from the root of the repository:
//
//	go run ./plugins/internal/fit/reading -data ../shared/data [-check]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/sparkhost/sparkhost/plugins/internal/reading"
)

func main() {
	data := flag.String("data", "../shared/data", "folder of the data packs")
	folds := flag.String("folds", "", "folder for the models from which one pack was left out, to judge other questions with")
	model := flag.String("model", "plugins/reading/reading.model", "file to write; the report goes beside it, with .json behind its name")
	check := flag.Bool("check", false, "change nothing, and fail if the files would come out different")
	flag.Parse()
	if err := run(*data, *model, *folds, *check, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fit reading:", err)
		os.Exit(1)
	}
}

// errDiffers says that a file is not what the data gives.
var errDiffers = errors.New("the file differs from what the data gives: fit again without -check")

func run(data, model, folds string, check bool, out io.Writer) error {
	packs, digests, err := load(data)
	if err != nil {
		return err
	}
	all := bags(packs)
	m := fit(all)
	figures, left := reportOf(all, m, digests)
	report, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	report = append(report, '\n')
	if _, err := out.Write(report); err != nil {
		return err
	}
	for name, m := range left {
		if folds == "" {
			break
		}
		if err := os.WriteFile(filepath.Join(folds, name+".model"), []byte(m.Format()), 0o644); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{model, []byte(m.Format())}, {model + ".json", report}} {
		if err := keep(f.name, f.data, check); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a file, or checks that it is what would be written.
func keep(name string, data []byte, check bool) error {
	if !check {
		return os.WriteFile(name, data, 0o644)
	}
	old, err := os.ReadFile(name)
	if err == nil && !bytes.Equal(old, data) {
		err = fmt.Errorf("%s: %w", name, errDiffers)
	}
	return err
}

// Report is what the file beside the model holds.
type Report struct {
	Data      map[string]string  `json:"data"` // SHA-256 of each file that was read
	Questions map[string]int     `json:"questions"`
	Gate      float64            `json:"gate"`
	InFit     map[string]Figures `json:"in_fit"`
	LeftOut   map[string]Figures `json:"left_out"`
}

// reportOf judges every pack by the model of all and by one of all other packs.
func reportOf(all []bag, m *reading.Model, digests map[string]string) (r Report, left map[string]*reading.Model) {
	left = map[string]*reading.Model{}
	r = Report{Data: digests, Questions: map[string]int{}, Gate: gate, InFit: map[string]Figures{}, LeftOut: map[string]Figures{}}
	for i := range all {
		if all[i].pack == all[i].corpus {
			r.Questions[all[i].pack]++
		}
	}
	for name := range r.Questions {
		own, others := parted(all, name)
		r.InFit[name] = figuresOf(own, m)
		left[name] = fit(others)
		r.LeftOut[name] = figuresOf(own, left[name])
	}
	return r, left
}

// parted returns the bags of a pack, and the others.
func parted(all []bag, name string) (own, others []bag) {
	for i := range all {
		if all[i].pack == name {
			own = append(own, all[i])
		} else {
			others = append(others, all[i])
		}
	}
	return slices.Clip(own), slices.Clip(others)
}
