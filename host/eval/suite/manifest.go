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

	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// FormatVersion is the version of the manifest.
const FormatVersion = 1

// What a manifest may hold at most.
const (
	mostManifest = 16 << 20 // bytes: some sixty thousand runs
	mostNames    = 1000     // policies, and packs; each is looked for among the others
)

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
	Flags         []string   `json:"run_flags"` // of `run`, beside those that are written here
	Policies      []Policy   `json:"policies"`
	Packs         []PackFile `json:"packs"`
	Runs          []Run      `json:"runs"` // that are done, in the order of policies, packs and repeats
}

// A Policy is one that the questions are answered under.
type Policy struct {
	Name   string `json:"name"`
	Given  string `json:"given"` // as the command line names it
	Digest string `json:"digest"`
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

// Questions returns the path of the questions of a pack below a folder.
func Questions(dir, pack string) string { return filepath.Join(dir, packsFolder, pack, QuestionsName) }

// Is says whether a folder is one of an evaluation.
func Is(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ManifestName))
	return err == nil
}

// ReadManifest reads that of a folder; [fs.ErrNotExist] is matched where there is none.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	text, err := bounded.ReadRegular(path, mostManifest)
	if err != nil {
		return nil, err
	}
	return parseManifest(path, text)
}

func parseManifest(path string, text []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: it was cut off or changed: %w; delete it and repeat the `eval run`, which keeps the answers of the folder", path, err)
	}
	if m.FormatVersion != FormatVersion {
		return nil, fmt.Errorf("%s: format_version %d, and this program reads %d; run the evaluation again, in another folder", path, m.FormatVersion, FormatVersion)
	}
	if max(len(m.Policies), len(m.Packs)) > mostNames {
		return nil, fmt.Errorf("%s: %w: more than %d policies or packs", path, bounded.ErrTooLarge, mostNames)
	}
	return &m, nil
}

// Write writes the manifest whole or not at all.
func (m *Manifest) Write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, ManifestName), 0o644, append(text, '\n'))
}

// ErrOther says that a folder holds another evaluation.
var ErrOther = errors.New("the folder holds another evaluation")

// Resume takes over what an earlier manifest of the folder has: runs, and policies and packs that this one lacks. It fails with [ErrOther], naming the
// first thing that is another one by the same name. A folder without a single answer holds nothing to take over.
func (m *Manifest) Resume(dir string) error {
	was, err := ReadManifest(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(was.Runs) == 0 && !begun(dir): // it stopped before the first answer
		return nil
	case was.Version != m.Version:
		return fmt.Errorf("%w: of version %s, this is %s", ErrOther, was.Version, m.Version)
	case was.Seed != m.Seed || !slices.Equal(was.Flags, m.Flags):
		return fmt.Errorf("%w: with --seed %d and the flags of run %q", ErrOther, was.Seed, was.Flags)
	}
	for i := range was.Policies {
		if p := m.policy(was.Policies[i].Name); p != nil && p.Digest != was.Policies[i].Digest {
			return fmt.Errorf("%w: its policy %s has the digest %.12s, and now it is %.12s", ErrOther, p.Name, was.Policies[i].Digest, p.Digest)
		} else if p == nil {
			m.Policies = append(m.Policies, was.Policies[i])
		}
	}
	for i := range was.Packs {
		if p := m.Pack(was.Packs[i].Name); p != nil && (p.Questions != was.Packs[i].Questions || !slices.Equal(p.Corpus, was.Packs[i].Corpus)) {
			return fmt.Errorf("%w: the files of its pack %s were others", ErrOther, p.Name)
		} else if p == nil {
			m.Packs = append(m.Packs, was.Packs[i])
		}
	}
	m.Repeats = max(m.Repeats, was.Repeats)
	m.Runs = was.Runs
	return nil
}

func (m *Manifest) policy(name string) *Policy {
	for i := range m.Policies {
		if m.Policies[i].Name == name {
			return &m.Policies[i]
		}
	}
	return nil
}

// Pack returns the pack of that name; nil: there is none.
func (m *Manifest) Pack(name string) *PackFile {
	for i := range m.Packs {
		if m.Packs[i].Name == name {
			return &m.Packs[i]
		}
	}
	return nil
}

// Put notes a run that is done, in the order of policies, packs and repeats.
func (m *Manifest) Put(r Run) {
	m.Runs = slices.DeleteFunc(m.Runs, func(o Run) bool { return o.Policy == r.Policy && o.Pack == r.Pack && o.Repeat == r.Repeat })
	m.Runs = append(m.Runs, r)
	at := func(r Run) [3]int {
		return [3]int{
			slices.IndexFunc(m.Policies, func(p Policy) bool { return p.Name == r.Policy }),
			slices.IndexFunc(m.Packs, func(p PackFile) bool { return p.Name == r.Pack }), r.Repeat,
		}
	}
	slices.SortFunc(m.Runs, func(a, b Run) int { x, y := at(a), at(b); return slices.Compare(x[:], y[:]) })
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

// Digest returns the sha256 of a file.
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
