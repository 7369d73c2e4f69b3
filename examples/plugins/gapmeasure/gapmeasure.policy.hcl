# How a policy lets a plugin measure its gaps. Build the plugin beside this file first:
#   GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -o gapmeasure.wasm .
# and put its sha256 here.

plugin "gapmeasure" {
  source = "gapmeasure.wasm"
  digest = "0000000000000000000000000000000000000000000000000000000000000000"
}

policy "mine" {
  extends = [standard]

  gap "coverage" {
    stage "coverage" {
      plugin   = plugin.gapmeasure
      on_error = "skip"
    }

    stage "saturation" {
      plugin = plugin.gapmeasure
      config = { what = "saturation" }
    }

    subround {
      measure = "containment"
      below   = 0.5
    }
  }
}
