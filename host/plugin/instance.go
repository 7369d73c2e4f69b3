package plugin

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparkhost/sparkhost/sdk/contract"
)

// An instance is one started module with what the host keeps for it. One goroutine uses it at
// a time.
type instance struct {
	guest  guest
	log    *guestLog
	limits Limits
	tank   tank
	ctx    context.Context // of every function called: it carries the tank, and never ends
	calls  int

	memories []*linear
}

// newInstance instantiates p, which runs its start section, and initialises it.
// On error nothing is left over, and the error carries the log.
func newInstance(ctx context.Context, p *program, l Limits) (*instance, *Error) {
	i := &instance{limits: l}
	i.log = &guestLog{limit: l.LogBytes, tank: &i.tank}
	i.ctx = i.withMemory(context.WithValue(context.Background(), tankKey{}, &i.tank))
	i.tank.begin(ctx, l.Fuel, l.Wall)
	g, err := p.image.start(i)
	if err != nil {
		e := i.blame(err)
		i.release()
		return nil, e
	}
	i.guest = g
	if err := i.tank.end(); err != nil {
		e := i.blame(err)
		i.close()
		return nil, e
	}
	return i, nil
}

// settle ends what a guest was asked: its own failure, else that of its limits.
func (i *instance) settle(err error) *Error {
	if err == nil {
		err = i.tank.end() // not after an error: blame needs to know whose context ended
	}
	if err == nil {
		return nil
	}
	return i.blame(err)
}

// blame makes a fault of what a guest's function returned.
func (i *instance) blame(err error) *Error {
	log := i.log.String()
	var e *Error
	if !errors.As(err, &e) {
		e = classify(&i.tank, err, log)
		if e.Kind == KindMemory {
			e.Limit = i.limits.MemoryBytes
			if i.guest != nil {
				largest, _ := i.guest.memory()
				e.Used = int64(largest)
				e.Detail += fmt.Sprintf(" at %d of %d bytes", e.Used, e.Limit)
			}
		}
	}
	e.Stderr = log
	return e
}

// manifest asks what the plugin is, and checks it.
func (i *instance) manifest(ctx context.Context) (*contract.Manifest, *Error) {
	i.tank.begin(ctx, i.limits.Fuel, i.limits.Wall)
	m, err := i.guest.describe()
	if e := i.settle(err); e != nil {
		return nil, e
	}
	if err := m.Validate(); err != nil {
		return nil, breach(err)
	}
	return m, nil
}

func checkManifestSize(n int64) *Error {
	if n > contract.MaxManifestBytes {
		return over(KindContract, n, contract.MaxManifestBytes, "its manifest")
	}
	return nil
}

// call hands a request to the entry point and returns a copy of its encoded answer. What it used
// is in the tank then.
func (i *instance) call(ctx context.Context, q question) ([]byte, *Error) {
	i.calls++
	i.log.reset()
	i.tank.begin(ctx, q.fuel, q.wall)
	output, err := i.guest.call(q.request, q.input)
	if e := i.settle(err); e != nil {
		return nil, e
	}
	return output, nil
}

// worn says that the instance has to be replaced although nothing is wrong with it.
func (i *instance) worn() bool {
	largest, _ := i.guest.memory()
	return i.calls >= recycleAfter || largest > i.limits.highWater()
}

func (i *instance) close() {
	i.guest.close()
	i.release()
}

// release gives back the memory of its modules, none of which may run.
func (i *instance) release() {
	for _, l := range i.memories {
		l.release()
	}
	i.memories = nil
}
