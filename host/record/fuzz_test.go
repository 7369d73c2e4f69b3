package record

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sparkhost/sparkhost/internal/doubling"
)

// FuzzRead: what can be read can be written, and reading that again changes nothing.
func FuzzRead(f *testing.F) {
	folder, err := OpenMemory()
	if err != nil {
		f.Fatal(err)
	}
	defer folder.Close()
	writeSample(f, folder, "r", 1)
	r, err := folder.Read("r")
	if err != nil {
		f.Fatal(err)
	}
	whole := dump(f, r)
	f.Add(whole)
	f.Add(whole[:len(whole)-9])
	f.Add(strings.Replace(whole, `"document"`, `"\u0000\u007f"`, 1))
	f.Add(strings.Replace(whole[:len(whole)-9], `"document"`, "\"\xff\"", 1))
	f.Add(`{"seq":1,"kind":"new","data":null}` + "\n" + `{"kind":"blob","digest":"x"}`)
	f.Fuzz(func(t *testing.T, text string) {
		doubling.Text(t, text+"\n", func(text string) { _, _ = readLines("x", []byte(text), nil) })
		first, err := readLines("x", []byte(text), nil)
		if err != nil {
			return
		}
		var a, b bytes.Buffer
		if _, err := first.WriteTo(&a); err != nil {
			return // a reference to a blob that is not there
		}
		second, err := readLines("y", a.Bytes(), nil)
		if err != nil {
			t.Fatalf("cannot read back %q: %v", a.String(), err)
		}
		if _, err := second.WriteTo(&b); err != nil || a.String() != b.String() {
			t.Fatalf("%q became %q (%v)", a.String(), b.String(), err)
		}
		if first.Partial != second.Partial {
			t.Fatal("partial changed")
		}
	})
}
