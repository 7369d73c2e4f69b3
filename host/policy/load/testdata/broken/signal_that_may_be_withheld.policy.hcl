policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  verify {
    stage "judge" {
      plugin   = plugin.judge
      on_error = "skip"
    }
  }
  gate "g" { condition = verify.judge.flags < 3 }
}
plugin "judge" { source = "builtin" }
