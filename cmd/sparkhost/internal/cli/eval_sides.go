package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
)

// An evalSide is one side of a comparison as an argument names it.
type evalSide struct {
	sample  compare.Sample
	suite   *evalFolder // nil: a file of results
	policy  string      // in the suite
	version string      // of the host that made it; empty: not known
}

// An evalFolder is a folder of `eval run`.
type evalFolder struct {
	dir      string
	manifest *suite.Manifest
}

// readSide reads FILE.jsonl, FOLDER or FOLDER#POLICY.
func readSide(arg string) (*evalSide, error) {
	path, policy, named := strings.Cut(arg, "#")
	info, err := os.Stat(path)
	if err != nil {
		return nil, unopened("", path, err)
	}
	if !info.IsDir() {
		results, err := allResults(arg)
		if err != nil {
			return nil, err
		}
		s := &evalSide{sample: compare.Sample{Name: filepath.Base(arg), Results: map[compare.Key]*record.Result{}}}
		for id, r := range results {
			s.sample.Results[compare.Key{ID: id}] = r
		}
		return s, nil
	}
	folder, err := openFolder(path)
	if err != nil {
		return nil, err
	}
	if !named {
		if len(folder.manifest.Policies) != 1 {
			return nil, fail(ExitFailed, "%s has %d policies: name one, as in %s#%s", path, len(folder.manifest.Policies), path, folder.manifest.Policies[0].Name)
		}
		policy = folder.manifest.Policies[0].Name
	}
	return folder.side(policy)
}

func openFolder(dir string) (*evalFolder, error) {
	if !suite.Is(dir) {
		return nil, fail(ExitFailed, "%s is not a folder of `eval run`: it has no %s; to compare policies on records, use --records %s", dir, suite.ManifestName, dir)
	}
	m, err := suite.ReadManifest(dir)
	if err != nil {
		return nil, fail(ExitFailed, "%w", err)
	}
	return &evalFolder{dir, m}, nil
}

// side are the results of a policy of the folder, over all packs and repeats.
func (f *evalFolder) side(policy string) (*evalSide, error) {
	if !slices.ContainsFunc(f.manifest.Policies, func(p suite.Policy) bool { return p.Name == policy }) {
		var names []string
		for _, p := range f.manifest.Policies {
			names = append(names, p.Name)
		}
		return nil, fail(ExitFailed, "%s has no policy %q; it has %s", f.dir, policy, strings.Join(names, ", "))
	}
	s := &evalSide{sample: compare.Sample{Name: policy, Results: map[compare.Key]*record.Result{}}, suite: f, policy: policy, version: f.manifest.Version}
	for _, run := range f.manifest.Runs {
		if run.Policy != policy {
			continue
		}
		results, err := allResults(filepath.Join(run.Folder(f.dir), suite.ResultsName))
		if err != nil {
			return nil, err
		}
		for id, r := range results {
			s.sample.Results[compare.Key{Pack: run.Pack, ID: id, Repeat: run.Repeat}] = r
		}
	}
	if len(s.sample.Results) == 0 {
		return nil, fail(ExitFailed, "%s has no finished run of policy %s yet; continue with `eval run --out %s`", f.dir, policy, f.dir)
	}
	return s, nil
}

// decision reads the record of an answer; nil where the folder does not hold it.
func (s *evalSide) decision(k compare.Key) (*record.Decision, error) {
	run := suite.Run{Policy: s.policy, Pack: k.Pack, Repeat: k.Repeat}
	path := filepath.Join(run.Folder(s.suite.dir), suite.RecordsName, s.sample.Results[k].Run+".jsonl")
	if _, err := os.Stat(path); err != nil {
		return nil, nil
	}
	reader, err := record.Skim(path)
	if err != nil {
		return nil, err
	}
	return reader.Decision()
}

// distinguish names sides of folders by their folder, too, where two have one name.
func distinguish(sides []*evalSide) {
	seen := map[string]int{}
	for _, s := range sides {
		seen[s.sample.Name]++
	}
	for _, s := range sides {
		if seen[s.sample.Name] > 1 && s.suite != nil {
			s.sample.Name = filepath.Base(s.suite.dir) + "#" + s.policy
		}
	}
}

// causes asks the records of both sides for what flipped an answer; nil where they are no folders of `eval run`.
func causes(first, second *evalSide) func(compare.Key) (*replay.Change, error) {
	if first.suite == nil || second.suite == nil {
		return nil
	}
	return func(k compare.Key) (*replay.Change, error) {
		before, err := first.decision(k)
		if before == nil || before.Result == nil {
			return nil, err
		}
		after, err := second.decision(k)
		if after == nil || after.Result == nil {
			return nil, err
		}
		change := replay.Compare(before, after)
		return &change, nil
	}
}

// ofSuite are the questions of the packs of a folder.
func (f *judgeFlags) ofSuite(folder *evalFolder) (*askedSet, error) {
	a := &askedSet{questions: map[compare.Key]*compare.Question{}}
	var dev []string
	for _, p := range folder.manifest.Packs {
		cluster := f.cluster
		if cluster == "" {
			cluster = p.Cluster
		}
		if err := f.add(a, p.Name, suite.Questions(folder.dir, p.Name), cluster); err != nil {
			return nil, err
		}
		if p.Role == suite.Dev {
			dev = append(dev, p.Name)
		}
	}
	if len(dev) > 0 {
		a.notes = append(a.notes, "not held-out: these packs were used for tuning: "+strings.Join(dev, ", ")+"")
	}
	return a, nil
}

// allResults reads a file of results, by question id.
func allResults(path string) (map[string]*record.Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, unopened("", path, err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	out := map[string]*record.Result{}
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		r, err := oneResult(line)
		switch {
		case err != nil:
			return nil, fail(ExitFailed, "%s:%d: %w", path, n, err)
		case out[r.ID] != nil:
			return nil, fail(ExitFailed, "%s:%d: question %q already has a result", path, n, r.ID)
		}
		out[r.ID] = r
	}
	if len(out) == 0 {
		return nil, fail(ExitFailed, "%s has no results; `run --format jsonl --out FILE` writes them", path)
	}
	return out, lines.Err()
}

func oneResult(line []byte) (*record.Result, error) {
	var r record.Result
	err := json.Unmarshal(line, &r)
	switch {
	case err != nil || r.ID == "":
		return nil, fmt.Errorf("not a result of `run --format jsonl`, or truncated")
	case r.FormatVersion != record.FormatVersion:
		return nil, fmt.Errorf("this result has format_version %d, but this program reads %d: another version made it", r.FormatVersion, record.FormatVersion)
	case !(r.Confidence >= 0 && r.Confidence <= 1):
		return nil, fmt.Errorf("question %q has confidence %g, which is not between 0 and 1", r.ID, r.Confidence)
	}
	return &r, nil
}
