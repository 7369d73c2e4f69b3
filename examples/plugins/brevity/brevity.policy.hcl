# How a policy uses the example plugin. Build it beside this file first:
#   GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -o brevity.wasm .
# and put its sha256 here.

plugin "brevity" {
  source = "brevity.wasm"
  digest = "0000000000000000000000000000000000000000000000000000000000000000"
}

policy "mine" {
  extends = [standard]

  select {
    stage "brevity" {
      plugin = plugin.brevity
    }

    term "brevity" {
      stage  = stage.brevity
      weight = 0.2
    }
  }
}
