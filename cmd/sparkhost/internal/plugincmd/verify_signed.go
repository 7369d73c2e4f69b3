package plugincmd

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/flags"
	"github.com/sparkhost/sparkhost/cmd/sparkhost/internal/shell"
	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/plugin/behaviour"
	"github.com/sparkhost/sparkhost/host/plugin/fetch"
	"github.com/sparkhost/sparkhost/host/policy"
	"github.com/sparkhost/sparkhost/host/trust"
)

// signer checks the module's signatures against --key, the machine's trust file and the lock.
func (f *verifyFlags) signer(ctx context.Context, m *fetch.Module, locked string) (string, error) {
	check, o, err := f.judges()
	if err != nil {
		return "", err
	}
	signer, err := check.Module(ctx, m, o, locked)
	return signer, flagsBlame(ctx, err)
}

// judges returns what signatures are held against, and how they are read.
func (f *verifyFlags) judges() (*trust.Check, fetch.Options, error) {
	check, err := f.trusted()
	if err != nil {
		return nil, fetch.Options{}, shell.Exit(shell.ExitPolicy, err)
	}
	o, err := f.Options()
	return check, o, err
}

// trusted combines what --key, --identity and the machine's trust file demand.
func (f *verifyFlags) trusted() (*trust.Check, error) {
	check, err := host.TrustOf(&policy.Policy{}, os.Environ(), shell.Today())
	if err != nil || len(f.keys) == 0 && f.identity == "" {
		return check, err
	}
	given, err := trust.Keys("the command line", f.keys)
	if err == nil && f.identity != "" {
		err = given.AddIdentity("--identity", f.issuer, f.identity, f.root)
	}
	check.Add(given)
	return check, err
}

// attested measures the module and compares it with the signed attestation.
func (f *verifyFlags) attested(ctx context.Context, m *fetch.Module) error {
	check, o, err := f.judges()
	if err != nil {
		return err
	}
	texts, err := check.Attestations(ctx, m, o, behaviour.PredicateType)
	for _, text := range texts {
		if err == nil {
			err = f.compareBehaviour(ctx, m, text)
		}
	}
	return flagsBlame(ctx, err)
}

// compareBehaviour measures a module as an attestation did.
func (f *verifyFlags) compareBehaviour(ctx context.Context, m *fetch.Module, text []byte) error {
	said, err := behaviour.Parse(text)
	if err != nil {
		return trust.Behaviour(m.Reference.Text, err.Error())
	}
	measured, err := measureModule(ctx, &f.ModuleFlags, m, said.Seed)
	if err != nil {
		return err
	}
	if differ := measured.Differences(said); len(differ) > 0 {
		return trust.Behaviour(m.Reference.Text, strings.Join(differ, "; "))
	}
	return nil
}

func flagsBlame(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	return flags.Blame(ctx, err)
}

// signedText describes the signature in the report.
func (f *verifyFlags) signedText(signer string) string {
	switch {
	case signer == "":
		return "not asked for"
	case f.behaviour:
		return fmt.Sprintf("%s, behaves as attested", signer)
	}
	return signer
}
