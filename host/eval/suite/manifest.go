package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// FormatVersion is the version of the manifest.
const FormatVersion = 1

// Names of files in the folder of an evaluation.
const (
	ManifestName  = "manifest.json"
	ResultsName   = "results.jsonl"
	RecordsName   = "records"
	QuestionsName = "questions.jsonl"
	packsFolder   = "packs"
	runsFolder    = "runs"
)

// A Manifest says what an evaluation was made of. Equal ones give equal results, but for elapsed times.
type Manifest struct {
	FormatVersion int        `json:"format_version"`
	Version       string     `json:"version"` // of the host
	Seed          uint64     `json:"seed"`    // of the first repeat; each further one has the next
	Repeats       int        `json:"repeats"`
	Policies      []Policy   `json:"policies"`
	Packs         []PackFile `json:"packs"`
	Runs          []Run      `json:"runs"` // that are done, in the order of policies, packs and repeats
}

// A Policy is one that the questions are answered under.
type Policy struct {
	Name   string            `json:"name"` // in this folder: the policy's own, with a number if another has it
	Given  string            `json:"given"`
	Digest string            `json:"digest"`
	Vars   map[string]string `json:"vars,omitempty"`
	Mode   string            `json:"mode,omitempty"`
}

// A PackFile is a pack with the digests of its files.
type PackFile struct {
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	Cluster   string   `json:"cluster,omitempty"`
	Questions string   `json:"questions_sha256"`
	Count     int      `json:"questions"`
	Corpus    []string `json:"corpus_sha256"`
	Sources   []string `json:"sources,omitempty"`
}

// A Run is one policy over one pack, once.
type Run struct {
	Policy  string `json:"policy"`
	Pack    string `json:"pack"`
	Repeat  int    `json:"repeat"` // from 0
	Results string `json:"results_sha256"`
	Count   int    `json:"results"`
}

// Folder of a run in the folder of the evaluation.
func (r Run) Folder(dir string) string {
	return filepath.Join(dir, runsFolder, r.Policy, r.Pack, strconv.Itoa(r.Repeat+1))
}

// Questions is where a folder keeps the questions of a pack.
func Questions(dir, pack string) string { return filepath.Join(dir, packsFolder, pack, QuestionsName) }

// Is says whether a folder is one of an evaluation.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ManifestName))
	return err == nil
}

// ReadManifest reads that of a folder; [fs.ErrNotExist] is matched where there is none.
func ReadManifest(dir string) (*Manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, ManifestName), err)
	}
	if m.FormatVersion != FormatVersion {
		return nil, fmt.Errorf("%s: format_version %d, and this program reads %d; make the evaluation anew", filepath.Join(dir, ManifestName), m.FormatVersion, FormatVersion)
	}
	return &m, nil
}

// Write writes the manifest whole or not at all.
func (m *Manifest) Write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, ManifestName)
	if err := os.WriteFile(path+".partial", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".partial", path)
}

// ErrOther says that a folder holds another evaluation.
var ErrOther = errors.New("the folder holds another evaluation")

// Resume takes over the runs that an earlier manifest of the folder has. It fails with [ErrOther], naming the first thing that differs.
func (m *Manifest) Resume(dir string) error {
	was, err := ReadManifest(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case was.Version != m.Version:
		return fmt.Errorf("%w: of version %s, this is %s", ErrOther, was.Version, m.Version)
	case was.Seed != m.Seed || was.Repeats > m.Repeats:
		return fmt.Errorf("%w: seed %d and %d repeats", ErrOther, was.Seed, was.Repeats)
	}
	for _, p := range was.Policies {
		if i := slices.IndexFunc(m.Policies, func(o Policy) bool { return o.Name == p.Name }); i < 0 || m.Policies[i].Digest != p.Digest {
			return fmt.Errorf("%w: its policy %s has the digest %.12s", ErrOther, p.Name, p.Digest)
		}
	}
	for _, p := range was.Packs {
		i := slices.IndexFunc(m.Packs, func(o PackFile) bool { return o.Name == p.Name })
		if i < 0 || m.Packs[i].Questions != p.Questions || !slices.Equal(m.Packs[i].Corpus, p.Corpus) {
			return fmt.Errorf("%w: the files of its pack %s were others", ErrOther, p.Name)
		}
	}
	m.Runs = was.Runs
	return nil
}

// Has says whether a run is done, and its results are those that the manifest knows.
func (m *Manifest) Has(dir string, r Run) bool {
	i := slices.IndexFunc(m.Runs, func(o Run) bool { return o.Policy == r.Policy && o.Pack == r.Pack && o.Repeat == r.Repeat })
	if i < 0 {
		return false
	}
	digest, err := Digest(filepath.Join(r.Folder(dir), ResultsName))
	return err == nil && digest == m.Runs[i].Results
}

// Digest is the sha256 of a file.
func Digest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
