package runscmd

import (
	"io"
	"reflect"
	"strings"
)

// What an explanation for people shows at most. A run stays far below; format json has everything.
const (
	mostListed = 1_000   // parts of one list
	mostText   = 2_000   // bytes of one text
	mostCell   = 400     // characters of a cell that several texts make
	mostColumn = 60      // characters of a name that others are lined up with
	mostShown  = 4 << 20 // bytes in all
)

// clip shortens every text and list below v, which can be set. It reports whether there was anything to shorten.
func clip(v reflect.Value) (cut bool) {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && clip(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			cut = v.Field(i).CanSet() && clip(v.Field(i)) || cut
		}
	case reflect.Slice:
		return clipList(v)
	case reflect.Map:
		return clipMap(v)
	case reflect.Interface:
		return clipAny(v)
	case reflect.String:
		if cut = v.Len() > mostText; cut {
			v.SetString(strings.ToValidUTF8(v.String()[:mostText], "") + "…")
		}
	}
	return cut
}

func clipList(v reflect.Value) (cut bool) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return false
	}
	if cut = v.Len() > mostListed; cut {
		v.SetLen(mostListed)
	}
	for i := range v.Len() {
		cut = clip(v.Index(i)) || cut
	}
	return cut
}

// clipMap leaves a map that is small as it is, as names of plugins and policies are short.
func clipMap(v reflect.Value) bool {
	short := reflect.MakeMap(v.Type())
	cut := v.Len() > mostListed
	for _, key := range v.MapKeys() {
		name, value := reflect.New(key.Type()).Elem(), reflect.New(v.Type().Elem()).Elem()
		name.Set(key)
		value.Set(v.MapIndex(key))
		shortened := clip(name)
		cut = clip(value) || shortened || cut
		if short.Len() < mostListed {
			short.SetMapIndex(name, value)
		}
	}
	if cut {
		v.Set(short)
	}
	return cut
}

func clipAny(v reflect.Value) bool {
	if v.IsNil() {
		return false
	}
	value := reflect.New(v.Elem().Type()).Elem()
	value.Set(v.Elem())
	cut := clip(value)
	if cut {
		v.Set(value)
	}
	return cut
}

// A limited writer passes on the first bytes, and drops the others.
type limited struct {
	to   io.Writer
	left int
	cut  bool
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		l.cut = true
		l.left = 0
	}
	if l.cut {
		return len(p), nil
	}
	l.left -= len(p)
	return l.to.Write(p)
}
