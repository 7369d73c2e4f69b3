plugin "judge" { source = "builtin" }

policy "p" {
  order = [one]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" {
    intents = [all]
    modes   = [research_max]
  }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
}
