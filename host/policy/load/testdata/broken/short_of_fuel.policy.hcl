plugin "judge" {
  source = "builtin"
  limits { fuel = "2G" }
}

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
    fuel     = "3G"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  verify {
    stage "first" { plugin = plugin.judge }
    stage "second" { plugin = plugin.judge }
  }
  calibrate {
    stage "confidence" {
      plugin = plugin.judge
      limits { fuel = "5M" }
    }
  }
}
