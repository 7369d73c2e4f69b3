package evalcmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host/eval/compare"
	"github.com/sparkhost/sparkhost/host/eval/results"
	"github.com/sparkhost/sparkhost/host/eval/suite"
	"github.com/sparkhost/sparkhost/host/record"
	"github.com/sparkhost/sparkhost/host/replay"
	"github.com/sparkhost/sparkhost/internal/bounded"
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
		return nil, shell.Unopened("", path, err)
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
			return nil, shell.Fail(shell.ExitFailed, "%s has %d policies: name one, as in %s#%s", path, len(folder.manifest.Policies), path, folder.manifest.Policies[0].Name)
		}
		policy = folder.manifest.Policies[0].Name
	}
	return folder.side(policy)
}

func openFolder(dir string) (*evalFolder, error) {
	if !suite.Is(dir) {
		return nil, shell.Fail(shell.ExitFailed, "%s is not a folder of `eval run`: it has no %s; `eval run PACKS.hcl --out DIR` makes one, and --records re-decides a folder of records", dir, suite.ManifestName)
	}
	m, err := suite.ReadManifest(dir)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
	return &evalFolder{dir, m}, nil
}

// side returns the results of a policy of the folder, over all packs and repeats.
func (f *evalFolder) side(policy string) (*evalSide, error) {
	if !slices.ContainsFunc(f.manifest.Policies, func(p suite.Policy) bool { return p.Name == policy }) {
		var names []string
		for _, p := range f.manifest.Policies {
			names = append(names, p.Name)
		}
		return nil, shell.Fail(shell.ExitFailed, "%s has no policy %q; it has %s", f.dir, policy, strings.Join(names, ", "))
	}
	s := &evalSide{sample: compare.Sample{Name: policy, Results: map[compare.Key]*record.Result{}}, suite: f, policy: policy, version: f.manifest.Version}
	for _, run := range f.manifest.Runs {
		if run.Policy != policy {
			continue
		}
		if err := run.Verify(f.dir); err != nil {
			return nil, shell.Fail(shell.ExitFailed, "%w", err)
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
		return nil, shell.Fail(shell.ExitFailed, "%s has no finished run of policy %s yet; continue with `eval run --out %s`", f.dir, policy, f.dir)
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

// causes asks the records of both sides for what flipped an answer; nil where they are not folders of `eval run`.
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

// ofSuite returns the questions of the packs of a folder.
func (f *judgeFlags) ofSuite(folder *evalFolder) (*askedSet, error) {
	if err := folder.manifest.VerifyQuestions(folder.dir); err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
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
		a.notes = append(a.notes, "not held-out: these packs were used for tuning: "+strings.Join(dev, ", "))
	}
	return a, nil
}

// allResults reads a file of results, by question id.
func allResults(path string) (map[string]*record.Result, error) {
	text, err := bounded.ReadFile(path, bounded.Questions)
	if err != nil {
		return nil, shell.Unopened("", path, err)
	}
	file, err := results.Read(path, text)
	if err != nil {
		return nil, shell.Fail(shell.ExitFailed, "%w", err)
	}
	if len(file.Order) == 0 {
		return nil, shell.Fail(shell.ExitFailed, "%s has no results; `run --format jsonl --out FILE` writes them", path)
	}
	return file.ByID, nil
}

// unread tells a file that cannot be read from one with mistakes, which the error names.
func unread(path string, err error) error {
	var missing *fs.PathError
	if errors.As(err, &missing) {
		return shell.Unopened("", path, err)
	}
	return shell.Fail(shell.ExitFailed, "%w", err)
}
