package outbound

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
	"github.com/sparkhost/sparkhost/internal/bounded"
)

// A store keeps the states of providers. Without a folder it does so in memory.
type store struct {
	dir    string
	keeper Keeper // of a fleet; nil: none
	clock  func() time.Time
	uptime func() (boot string, since time.Duration) // nil: not known
	notify func(string)

	warned sync.Once

	mu     sync.Mutex
	memory map[string]*shared
}

// A shared is one provider's state with this process's lock of it.
type shared struct {
	mu    sync.Mutex
	state state
}

// lockWait bounds how long a process waits for the lock of a file. Nobody holds one for long, save a
// process that was suspended just then.
const lockWait = 2 * time.Second

func newStore(dir string, notify func(string)) (*store, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("governor: %w", err)
		}
	}
	return &store{dir: dir, notify: notify, memory: map[string]*shared{}}, nil
}

// isLineOf tells whether a line is one of the provider's; see [LineOf].
func isLineOf(provider, line string) bool {
	return line == provider || strings.HasPrefix(line, provider+"@")
}

// lines returns the provider's lines of which something is known, in alphabetical order.
func (s *store) lines(provider string) []string {
	var out []string
	s.mu.Lock()
	for line := range s.memory {
		if isLineOf(provider, line) {
			out = append(out, line)
		}
	}
	s.mu.Unlock()
	if s.keeper != nil {
		out = append(out, slices.DeleteFunc(s.keeper.Names(), func(line string) bool { return !isLineOf(provider, line) })...)
	}
	files, _ := os.ReadDir(s.dir) // a folder that cannot be read has none
	for _, f := range files {
		if line, is := strings.CutSuffix(f.Name(), ".json"); is && isLineOf(provider, line) {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// update changes a provider's state under its lock, which is held for as long as change and two
// small file operations take. When the folder cannot be written, the process goes on with its
// own memory and says so once: a full disk must not make it impolite.
func (s *store) update(ctx context.Context, name string, change func(*state)) error {
	if s.keeper != nil {
		return s.updateKept(ctx, name, change)
	}
	known := s.shared(name)
	known.mu.Lock()
	defer known.mu.Unlock()
	if s.dir == "" {
		change(&known.state)
		return nil
	}
	done, err := s.updateFile(ctx, name, &known.state, change)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil && !done {
		return context.Cause(ctx)
	}
	if s.notify != nil {
		s.warned.Do(func() { s.notify(fmt.Sprintf("limits of sources are kept for this process only: %v", err)) })
	}
	if !done {
		change(&known.state)
	}
	return nil
}

func (s *store) shared(name string) *shared {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.memory[name]
	if known == nil {
		known = &shared{state: state{Version: stateVersion}}
		s.memory[name] = known
	}
	return known
}

// updateFile does it in the file; done says whether known was changed.
func (s *store) updateFile(ctx context.Context, name string, known *state, change func(*state)) (done bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	lock := flock.New(filepath.Join(s.dir, name+".lock"))
	if _, err := lock.TryLockContext(ctx, time.Millisecond); err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	path := filepath.Join(s.dir, name+".json")
	if err := read(path, known); err != nil {
		return false, err
	}
	boot, up := "", time.Duration(0)
	if s.uptime != nil {
		boot, up = s.uptime()
	}
	known.settle(s.clock(), boot, up)
	known.Flights = slices.DeleteFunc(known.Flights, func(f flight) bool { return gone(s.dir, f.Holder) })
	change(known)
	known.stamp(s.clock(), boot, up)
	return true, write(path, known)
}

// read replaces s by what is in the file. A file that is missing or no state of this version is an
// empty state: the worst that follows is one request too early.
func read(path string, s *state) error {
	b, err := bounded.ReadRegular(path, bounded.Settings)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var in state
	if json.Unmarshal(b, &in) != nil || in.Version != stateVersion {
		in = state{Version: stateVersion}
	}
	*s = in
	return nil
}

// write replaces the file whole; the caller has its lock.
func write(path string, s *state) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return atomicfile.Cache(path, 0o600, b)
}

// LineOf names the line that callers of a provider stand in: a mirror has one of its own, so that its failures and limits are not
// those of the service that it mirrors. It can stand in a file name.
func LineOf(provider string, base *url.URL) string {
	host := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, strings.ToLower(base.Host))
	return provider + "@" + host[:min(len(host), 100)]
}
