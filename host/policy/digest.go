package policy

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/sparkhost/sparkhost/host/policy/internal/expr"
)

// DigestOf hashes what a policy means: the language, every setting, and the values of its variables except the sensitive
// ones. Positions, comments, layout and where a value came from do not count. Each field is preceded by its name, and each
// text and list by its length, so that no two policies read the same. The policy need not have been loaded from a file:
// two copies with parts left out have equal digests if they agree in the rest.
func DigestOf(p *Policy) string {
	h := sha256.New()
	writeText(h, fmt.Sprintf("sparkhost policy language %d", Language))
	writeMeaning(h, reflect.ValueOf(*p))
	return hex.EncodeToString(h.Sum(nil))
}

func writeText(h hash.Hash, s string) {
	writeNumber(h, uint64(len(s)))
	h.Write([]byte(s))
}

func writeNumber(h hash.Hash, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	h.Write(b[:])
}

// writeMeaning writes a value by its kind; a kind that it does not know would be
// a mistake of ours and is caught by the test that flips every leaf.
func writeMeaning(h hash.Hash, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		writeStruct(h, v)
	case reflect.Pointer, reflect.Interface:
		writeNumber(h, b2n(!v.IsNil()))
		if !v.IsNil() {
			writeText(h, v.Elem().Kind().String())
			writeMeaning(h, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		writeNumber(h, uint64(v.Len()))
		for i := range v.Len() {
			writeMeaning(h, v.Index(i))
		}
	case reflect.Map:
		writeMap(h, v)
	case reflect.String:
		writeText(h, v.String())
	case reflect.Bool:
		writeNumber(h, b2n(v.Bool()))
	case reflect.Float64:
		writeNumber(h, math.Float64bits(v.Float()))
	case reflect.Int, reflect.Int64:
		writeNumber(h, uint64(v.Int()))
	}
}

func b2n(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func writeStruct(h hash.Hash, v reflect.Value) {
	switch x := v.Interface().(type) {
	case Pos:
		return
	case Condition:
		writeCondition(h, x)
		return
	case Variable:
		writeText(h, x.Name)
		writeNumber(h, b2n(x.Sensitive))
		if !x.Sensitive {
			writeMeaning(h, reflect.ValueOf(&x.Value).Elem())
		}
		return
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if (name == "Digest" || name == "At") && v.Type() == reflect.TypeFor[Policy]() {
			continue
		}
		if unmeant(v.Type().Field(i).Tag.Get("digest"), v.Field(i)) {
			continue
		}
		writeText(h, name)
		if name == "Config" {
			writeMap(h, withoutSecrets(v))
			continue
		}
		writeMeaning(h, v.Field(i))
	}
}

// unmeant says whether a field says nothing: "omitzero" and "omit=WORD" are of fields that are later than the
// first policies, whose digests they must not change; "-" marks a field that follows from the rest.
func unmeant(tag string, v reflect.Value) bool {
	word, omits := strings.CutPrefix(tag, "omit=")
	return tag == "-" || tag == "omitzero" && v.IsZero() || omits && v.String() == word
}

// withoutSecrets returns a Config whose secret values are blank.
func withoutSecrets(owner reflect.Value) reflect.Value {
	config, _ := owner.FieldByName("Config").Interface().(map[string]any)
	secret, _ := owner.FieldByName("Secret").Interface().([]string)
	out := map[string]any{}
	for k, v := range config {
		if slices.Contains(secret, k) {
			v = nil
		}
		out[k] = v
	}
	for _, k := range secret { // whether one is set does not count either
		out[k] = nil
	}
	return reflect.ValueOf(out)
}

// writeCondition writes a condition's words and the constants that it reads.
func writeCondition(h hash.Hash, c Condition) {
	writeText(h, c.Tokens)
	for _, o := range c.Paths {
		if o.Value != cty.NilVal {
			v, _ := expr.Plain(o.Value)
			writeText(h, o.Path)
			writeMeaning(h, reflect.ValueOf(&v).Elem())
		}
	}
}

func writeMap(h hash.Hash, v reflect.Value) {
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	writeNumber(h, uint64(len(keys)))
	for _, k := range keys {
		writeText(h, k.String())
		writeMeaning(h, v.MapIndex(k))
	}
}
