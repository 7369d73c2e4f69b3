plugin "mine" { source = "mine.wasm" }

plugin "short" {
  source = "short.wasm"
  digest = "abc"
}

plugin "nested" {
  source = "builtin"
  config = { a = { b = 1 }, mixed = [1, "x"], twice = 1, twice = 2, "quoted" = 1 }
}

plugin "quoted" {
  source = builtin
  config = "x"
}
