plugin "mine" {
  source = "builtin"
  limits {
    fule   = "5G"
    output = 8000000
  }
}

policy "p" {
  order = [one]
  round "one" {
    budget { fuel = "1G" }
  }
  verify {
    stage "v" {
      plugin = plugin.mine
      limits { memory = "32MiB" }
    }
  }
}
