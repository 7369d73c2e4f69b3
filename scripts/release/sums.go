package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// checksums writes SHA256SUMS over the files of a release and, with a key, SHA256SUMS.sigstore.json, which `cosign verify-blob`
// and `sha256sum --check` read.
func (s *source) checksums(out, key string) error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(b), e.Name())
	}
	path := filepath.Join(out, "SHA256SUMS")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil || key == "" {
		return err
	}
	c := exec.Command(s.man, "signfile", path, key)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	return nil
}

// formula writes the Homebrew formula over the archives that were made.
func (s *source) formula(out string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "class Sparkhost < Formula\n  desc \"Answers scientific questions from literature, and shows its work\"\n")
	fmt.Fprintf(&b, "  homepage \"https://github.com/sparkhost/sparkhost\"\n  version %q\n  license \"Apache-2.0\"\n", s.Version)
	for _, p := range []struct{ platform, system, cpu string }{
		{"darwin_arm64", "macos", "arm"}, {"darwin_amd64", "macos", "intel"}, {"linux_arm64", "linux", "arm"}, {"linux_amd64", "linux", "intel"},
	} {
		name := fmt.Sprintf("sparkhost_%s_%s.tar.gz", s.Version, p.platform)
		text, err := os.ReadFile(filepath.Join(out, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "  on_%s do\n    on_%s do\n      url \"https://github.com/sparkhost/sparkhost/releases/download/v%s/%s\"\n      sha256 \"%x\"\n    end\n  end\n",
			p.system, p.cpu, s.Version, name, sha256.Sum256(text))
	}
	b.WriteString("  def install\n    bin.install \"sparkhost\"\n    man1.install Dir[\"man/*.1\"]\n    bash_completion.install \"completions/sparkhost.bash\"\n" +
		"    zsh_completion.install \"completions/_sparkhost\"\n    fish_completion.install \"completions/sparkhost.fish\"\n  end\n" +
		"  test do\n    assert_match version.to_s, shell_output(\"#{bin}/sparkhost --version\")\n  end\nend\n")
	return os.WriteFile(filepath.Join(out, "sparkhost.rb"), []byte(b.String()), 0o644)
}
