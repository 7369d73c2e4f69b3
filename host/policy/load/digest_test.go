package load

import (
	"fmt"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparkhost/sparkhost/host/policy"
)

const whole = `
variable "floor" {
  type    = number
  default = 0.4
}

locals { half = var.floor / 2 }

source "papers" {
  url   = "https://example.org"
  pages = [1, 2]
  names = ["a", "b"]
}

plugin "judge" {
  source = "judge.wasm"
  digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  config = { window = 3, mode = "draft", deep = true }
  deny   = [items.venue]
  limits {
    fuel          = "2G"
    fuel_per_item = 1e6
    memory        = "32MiB"
    wall          = "2s"
    output        = "1MiB"
    log           = "4KiB"
    instances     = 2
  }
}

policy "whole" {
  description = "Everything that the language has."
  sources     = [local, papers]
  order       = [one, two]
  budget {
    max_cost     = "3.00 USD"
    max_wall     = "300s"
    searches     = 90
    model_tokens = 1000
    fuel         = "200G"
    reserve_for  = [synthesis]
  }
  adaptive { min_rounds = 1 }
  intent "all" { queries = ["{question}", "{core_terms}"] }
  round "one" {
    intents = [all]
    sources = [papers]
    budget { searches = 5 }
  }
  round "two" {
    intents     = [all]
    when        = rounds.one.selected_quality < var.floor
    max_queries = 3
  }
  gap "coverage" {
    measure   = "containment"
    threshold = 0.12
    templates = ["{gap}"]
    queries { per_gap = [1, 2] }
  }
  select {
    stage "s" {
      plugin = plugin.judge
      config = { window = 4 }
    }
    term "a" {
      stage     = stage.s
      part      = "hits"
      weight    = 2
      floor     = -1
      cap       = 1
      one_sided = true
      types     = ["claim"]
    }
  }
  read {
    stage "s" { plugin = plugin.judge }
    term "s" {
      stage  = stage.s
      weight = 1
    }
    term "b" {
      feature = passage.focus_overlap
      weight  = local.half
    }
  }
  claims { pick = "best" }
  triangulate {
    stage "n" { plugin = plugin.judge }
  }
  verify {
    stage "v" {
      plugin = plugin.judge
      limits { fuel = "500M" }
    }
  }
  falsify "draft" {
    when    = budget.remaining_usd > 0.25
    queries = ["against {draft}"]
    stage "score" { plugin = plugin.judge }
    resynthesise { above = 0.7 }
  }
  options {
    stage "o" { plugin = plugin.judge }
    term "c" {
      feature = option.lexical
      weight  = 1
    }
  }
  answer { min_support = 0.1 }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
    intercept = 0.1
    base "x" {
      feature = answer.support_coverage
      weight  = 0.5
    }
    term "y" {
      feature = verify.v.supports
      weight  = 0.1
    }
  }
  gate "g" {
    condition = answer.support_coverage >= local.half
    message   = "Too little."
  }
}
`

func loadWhole(t testing.TB, text string) *policy.Policy {
	t.Helper()
	set, diags := Load(Options{Path: "whole", Shipped: fstest.MapFS{"whole.policy.hcl": {Data: []byte(text)}}})
	require.Empty(t, diags)
	p, diags := set.Policy("")
	require.Empty(t, diags)
	return p
}

// flip changes every leaf of v in turn, calls check with its path and restores it.
func flip(v reflect.Value, path string, check func(string)) {
	switch v.Kind() {
	case reflect.Struct:
		flipStruct(v, path, check)
	case reflect.Pointer:
		if !v.IsNil() {
			flip(v.Elem(), path, check)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			flip(v.Index(i), fmt.Sprintf("%s[%d]", path, i), check)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			old := v.MapIndex(k)
			v.SetMapIndex(k, reflect.ValueOf("another value"))
			check(path + "." + k.String())
			v.SetMapIndex(k, old)
		}
	case reflect.Interface:
		old := reflect.ValueOf(v.Interface())
		v.Set(reflect.ValueOf("another value"))
		check(path)
		v.Set(old)
	default:
		flipScalar(v, path, check)
	}
}

func flipStruct(v reflect.Value, path string, check func(string)) {
	if c, ok := v.Addr().Interface().(*policy.Condition); ok {
		old := c.Tokens
		c.Tokens += " "
		check(path)
		c.Tokens = old
		return
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		skip := f.Type == reflect.TypeFor[policy.Pos]() || f.Name == "Digest" && v.Type() == reflect.TypeFor[policy.Policy]() || f.Name == "From" ||
			f.Type == reflect.TypeFor[policy.Trust]() // decides whether a run starts, not what it answers
		if !skip {
			flip(v.Field(i), path+"."+f.Name, check)
		}
	}
}

func flipScalar(v reflect.Value, path string, check func(string)) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.5)
	default:
		v.SetInt(v.Int() + 1)
	}
	check(path)
	v.Set(old)
}

func TestTheDigestChangesWithEveryLeaf(t *testing.T) {
	p := loadWhole(t, whole)
	before, leaves := policy.DigestOf(p), 0
	require.Equal(t, p.Digest, before)
	flip(reflect.ValueOf(p).Elem(), "policy", func(path string) {
		leaves++
		assert.NotEqual(t, before, policy.DigestOf(p), path)
	})
	assert.Equal(t, before, policy.DigestOf(p), "everything was restored")
	assert.Greater(t, leaves, 120)
}

func TestTheDigestIsThatOfTheMeaning(t *testing.T) {
	plain := loadWhole(t, whole)
	rapid.Check(t, func(rt *rapid.T) {
		var text string
		for _, r := range whole {
			text += string(r)
			if r == '\n' && rapid.IntRange(0, 6).Draw(rt, "layout") == 0 {
				text += rapid.SampledFrom([]string{"\n", "# a comment\n", "   ", "\t// another\n"}).Draw(rt, "what")
			}
		}
		require.Equal(rt, plain.Digest, loadWhole(t, text).Digest)
	})
}

func TestTwoPoliciesThatReadAlikeInARowDiffer(t *testing.T) {
	a := &policy.Policy{Intents: []policy.Intent{{Name: "ab", Queries: []string{"c"}}}}
	b := &policy.Policy{Intents: []policy.Intent{{Name: "a", Queries: []string{"bc"}}}}
	assert.NotEqual(t, policy.DigestOf(a), policy.DigestOf(b))
}
