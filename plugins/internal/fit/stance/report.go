package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/sparkhost/sparkhost/plugins/internal/fit/packs"
	"github.com/sparkhost/sparkhost/plugins/internal/stance"
)

// A report says what weights were fitted to and how they do.
type report struct {
	Data     map[string]string  `json:"data"` // file to SHA-256
	Folds    string             `json:"folds"`
	LeftOut  map[string]float64 `json:"side_auc_left_out"` // SUPPORT against CONTRADICT given the evidence
	Mean     float64            `json:"side_auc_left_out_mean"`
	Folded   map[string]float64 `json:"side_auc_folds"`        // all packs in the fit, groups left out
	Evidence map[string]float64 `json:"evidence_auc_left_out"` // evidence against none
	Answers  map[string]figures `json:"answers_left_out"`
	InFit    map[string]figures `json:"answers_folds"`
}

// dataFiles are what the fit reads, below the folder of the packs.
var dataFiles = []string{"scifact/corpus.jsonl", "scifact/claims-train.jsonl", "healthver/corpus.jsonl", "healthver/claims-dev.jsonl",
	"healthver/questions-dev.jsonl", "pairs/climate.jsonl", "pairs/fever.jsonl", "pairs/evidence-inference.jsonl", "pubmedqa/corpus.jsonl",
	"pubmedqa/questions-dev.jsonl", "bioasq/corpus.jsonl", "bioasq/questions-dev.jsonl"}

func (r *report) digest(data string) error {
	r.Data = map[string]string{}
	for _, name := range dataFiles {
		b, err := os.ReadFile(filepath.Join(data, name))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(b)
		r.Data[name] = hex.EncodeToString(sum[:])
	}
	return nil
}

// report takes all figures.
func (s *set) report(part string) *report {
	r := &report{Folds: fmt.Sprintf("%d by document or topic; each pack weighs the same", folds), LeftOut: map[string]float64{}, Folded: map[string]float64{}, Evidence: map[string]float64{},
		Answers: map[string]figures{}, InFit: map[string]figures{}}
	if part != "answers" {
		s.reportEvidence(r)
	}
	if part != "side" {
		s.reportAnswers(r)
	}
	return r
}

// reportEvidence takes the figures of claims with given evidence.
func (s *set) reportEvidence(r *report) {
	models := make([]*stance.Model, len(evidencePacks)+folds)
	parallel(len(models), func(i int) {
		models[i] = s.works(func(pack, group string) bool {
			if i < len(evidencePacks) {
				return pack != evidencePacks[i]
			}
			return foldOf(group) != i-len(evidencePacks)
		})
	})
	for i, p := range evidencePacks {
		leftOut := func(string) *stance.Model { return models[i] }
		r.LeftOut[p] = s.sideAUC(p, leftOut)
		r.Folded[p] = s.sideAUC(p, func(group string) *stance.Model { return models[len(evidencePacks)+foldOf(group)] })
		r.Mean += r.LeftOut[p] / float64(len(evidencePacks))
		if auc := s.evidenceAUC(p, leftOut); !math.IsNaN(auc) {
			r.Evidence[p] = auc
		}
	}
}

// reportAnswers takes the figures of questions over what was read.
func (s *set) reportAnswers(r *report) {
	for _, p := range questionPacks {
		all := s.crossed(p)
		m := s.works(func(pack, _ string) bool { return pack != p })
		heads(m, all, func(q *pooled) bool { return q.Pack != p })
		r.Answers[p] = figuresOf(all, p, func(*pooled) *stance.Model { return m })
	}
	all, ms := s.crossed(""), make([]*stance.Model, folds)
	for fold := range ms {
		ms[fold] = s.works(func(_, group string) bool { return foldOf(group) != fold })
		heads(ms[fold], all, func(q *pooled) bool { return foldOf(q.Group) != fold })
	}
	for _, p := range append([]string{"climate"}, questionPacks...) {
		r.InFit[p] = figuresOf(all, p, func(q *pooled) *stance.Model { return ms[foldOf(q.Group)] })
	}
}

// sideAUC returns how well a pack's SUPPORT is told from CONTRADICT.
func (s *set) sideAUC(pack string, by func(group string) *stance.Model) float64 {
	var support, contradict []float64
	for i := range s.rows {
		switch r := &s.rows[i]; {
		case r.Pack != pack || !r.Judged || r.Label == packs.Neither:
		case r.Label == packs.Support:
			support = append(support, r.pool.SideOf(by(r.Group)))
		default:
			contradict = append(contradict, r.pool.SideOf(by(r.Group)))
		}
	}
	return auc(support, contradict)
}

// evidenceAUC returns how well evidence is told from none.
func (s *set) evidenceAUC(pack string, by func(group string) *stance.Model) float64 {
	var some, none []float64
	for i := range s.rows {
		switch r := &s.rows[i]; {
		case r.Pack != pack || !r.Judged:
		case r.Label == packs.Neither:
			none = append(none, by(r.Group).Evidence.Score(r.x))
		default:
			some = append(some, by(r.Group).Evidence.Score(r.x))
		}
	}
	return auc(some, none)
}

func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "side, AUC     left out  folds   evidence, left out\n")
	for _, p := range evidencePacks {
		fmt.Fprintf(w, "%-20s %.3f  %.3f  %.3f\n", p, r.LeftOut[p], r.Folded[p], r.Evidence[p])
	}
	fmt.Fprintf(w, "%-20s %.4f\n", "mean", r.Mean)
	for _, p := range questionPacks {
		fmt.Fprintf(w, "left out  %-10s %s\n", p, r.Answers[p])
	}
	for _, p := range append([]string{"climate"}, questionPacks...) {
		fmt.Fprintf(w, "folds     %-10s %s\n", p, r.InFit[p])
	}
}
