plugin "mine" {
  source = "builtin"
  limits {
    fuel          = "5X"
    fuel_per_item = "1.5"
    memory        = "1KiB"
    log           = "1GiB"
    instances     = 0
    wall          = 3
  }
}

plugin "other" {
  source = "builtin"
  limits {
    fuel   = 999
    output = 8000000
    memory = "5GiB"
  }
}

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    fuel     = "many"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  verify {
    stage "v" {
      plugin = plugin.mine
      limits { fuel = "2000T" }
    }
  }
}
