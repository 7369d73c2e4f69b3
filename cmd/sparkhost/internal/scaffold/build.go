package scaffold

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sparkhost/sparkhost/internal/atomicfile"
)

// A Built is a module that was built.
type Built struct {
	Path   string
	Size   int64
	Digest string // sha256, lower-case hex
	Tool   string // what built it, such as "clang version 19.1.7"
}

// A MissingToolError says that a toolchain is not installed, and how to install it.
type MissingToolError struct {
	Language string
	Tool     string // what was looked for
	Setup    string // what to install
	Script   string // what installs it, in a checkout of sparkhost; "" if none does
}

// Error implements error.
func (e *MissingToolError) Error() string {
	text := fmt.Sprintf("building %s needs %s, which was not found; to get it: %s", e.Language, e.Tool, e.Setup)
	if e.Script != "" {
		text += " (in a checkout of sparkhost: " + e.Script + ")"
	}
	return text
}

// ErrDiffers is returned by [Check] when the module differs from a build of the sources.
var ErrDiffers = errors.New("the module differs from a build of the sources")

// A job is one build: of a project, into a file.
type job struct {
	ctx     context.Context
	project *Project
	lang    language
	dir     string // of the project, absolute
	out     string // the module to write, absolute
	work    string // a folder for what a build leaves behind, absolute
	tool    string // set by the build
}

// Build builds the module of a project and puts it in its place. Equal sources and toolchains give
// equal bytes, wherever the folder is. On an error the place keeps what it had. The error is a
// [*MissingToolError] when the toolchain is not there.
func Build(ctx context.Context, p *Project) (*Built, error) {
	b, data, err := p.build(ctx)
	if err != nil {
		return nil, err
	}
	if err := atomicfile.WriteBytes(p.Module(), 0o644, data); err != nil {
		return nil, err
	}
	return b, nil
}

// Check builds the module of a project elsewhere and compares it with the one in place. The
// error matches [ErrDiffers] when they differ or there is none.
func Check(ctx context.Context, p *Project) (*Built, error) {
	b, data, err := p.build(ctx)
	if err != nil {
		return nil, err
	}
	have, err := os.ReadFile(p.Module())
	if missing(p.Module()) {
		return nil, fmt.Errorf("%w: %s is missing", ErrDiffers, p.Module())
	}
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(have, data) {
		return nil, fmt.Errorf("%w: %s has sha256 %s, a build with %s has %s", ErrDiffers, p.Module(), digest(have), b.Tool, b.Digest)
	}
	return b, nil
}

func (p *Project) build(ctx context.Context) (*Built, []byte, error) {
	l, err := languageOf(p.Language)
	if err != nil {
		return nil, nil, err
	}
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, nil, err
	}
	work, err := os.MkdirTemp("", "sparkhost-build-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	j := &job{ctx: ctx, project: p, lang: l, dir: dir, work: work, out: filepath.Join(work, p.Name+".wasm")}
	if err := l.build(j); err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(j.out)
	if err != nil {
		return nil, nil, err
	}
	return &Built{p.Module(), int64(len(data)), digest(data), j.tool}, data, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// run executes a tool in the project's folder with that environment on top of the process's.
func (j *job) run(env []string, tool string, args ...string) error {
	c := exec.CommandContext(j.ctx, tool, args...)
	c.Dir, c.Env = j.dir, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err == nil {
		return nil
	}
	if ctx := j.ctx.Err(); ctx != nil {
		return ctx
	}
	return fmt.Errorf("%s: %w\n%s", filepath.Base(tool), err, strings.TrimSpace(string(out)))
}

// says runs a tool and returns the first line of what it says, "" if it cannot.
func (j *job) says(tool string, args ...string) string {
	c := exec.CommandContext(j.ctx, tool, args...)
	c.Dir = j.dir
	out, err := c.Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// find returns the first of the candidates that is there: a path, or a name in PATH.
func find(candidates ...string) string {
	for _, c := range candidates {
		if path, err := exec.LookPath(c); err == nil {
			return path
		}
	}
	return ""
}

func (j *job) lacks(tool string) error {
	return &MissingToolError{j.lang.title, tool, j.lang.setup, j.lang.script}
}

// toolchains returns the folder that the scripts install into: $SPARKHOST_TOOLCHAINS, or
// sparkhost/toolchains in the user's cache folder.
func toolchains() string {
	if dir := os.Getenv("SPARKHOST_TOOLCHAINS"); dir != "" {
		return dir
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "sparkhost", "toolchains")
}
