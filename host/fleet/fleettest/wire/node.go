//go:build linux

package wire

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// device is the file that TUN devices are made of.
const device = "/dev/net/tun"

// A Node is a machine of the network.
type Node struct {
	Name string
	Addr netip.Addr

	tun   *os.File
	work  chan func()
	inbox chan packet
}

// A packet is one of IP, on its way.
type packet struct {
	due  time.Time
	data []byte
}

// target returns the address that an IPv4 packet goes to; the zero address for others.
func (p packet) target() netip.Addr {
	if p.data[0]>>4 != 4 {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte(p.data[16:20]))
}

// receive delivers packets when they are due, until the inbox is closed.
func (o *Node) receive() {
	for p := range o.inbox {
		time.Sleep(time.Until(p.due))
		_, _ = o.tun.Write(p.data) // a packet may be lost
	}
}

// Do calls fn on a thread of the node: what it opens or starts there is on the node's network.
func (o *Node) Do(fn func()) {
	done := make(chan struct{})
	o.work <- func() { defer close(done); fn() }
	<-done
}

// Start starts a process on the node. It is killed with the node.
func (o *Node) Start(c *exec.Cmd) (err error) {
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	o.Do(func() { err = c.Start() })
	return err
}

// live is the thread of the node. It is never given back, so that it ends with its namespace.
func (o *Node) live(ready chan<- error) {
	runtime.LockOSThread()
	if err := o.join(); err != nil {
		ready <- fmt.Errorf("node %s: %w", o.Name, err)
		return
	}
	ready <- nil
	for fn := range o.work {
		fn()
	}
}

// join moves this thread into a new namespace and makes its interfaces.
func (o *Node) join() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return err
	}
	fd, err := unix.Open(device, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	tun, err := unix.NewIfreq("wire0")
	if err != nil {
		return err
	}
	tun.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, tun); err != nil {
		return err
	}
	o.tun = os.NewFile(uintptr(fd), device) // not before: a poller that knows it without an interface never hears of packets
	return o.configure()
}

// configure gives the interfaces their addresses and brings them up.
func (o *Node) configure() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	addr, mask := o.Addr.As4(), [4]byte{255, 255, 255, 0}
	for _, one := range []struct {
		name    string
		request uint
		set     func(*unix.Ifreq) error
	}{
		{"wire0", unix.SIOCSIFADDR, func(r *unix.Ifreq) error { return r.SetInet4Addr(addr[:]) }},
		{"wire0", unix.SIOCSIFNETMASK, func(r *unix.Ifreq) error { return r.SetInet4Addr(mask[:]) }},
		{"wire0", unix.SIOCSIFFLAGS, up},
		{"lo", unix.SIOCSIFFLAGS, up},
	} {
		r, err := unix.NewIfreq(one.name)
		if err == nil {
			err = one.set(r)
		}
		if err == nil {
			err = unix.IoctlIfreq(s, one.request, r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

func up(r *unix.Ifreq) error {
	r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return nil
}
