plugin "judge" { source = "builtin" }

policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" {
    intents = [all]
    when    = mode == "deep" || rounds.one.new_documents > 3
  }
  select {
    stage "judge" {
      plugin = plugin.judge
      modes  = [research_max]
    }
    term "judge" {
      stage  = stage.judge
      weight = 1
    }
  }
  verify {
    stage "later" {
      plugin = plugin.judge
      modes  = [routed]
    }
  }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
  gate "g" { condition = verify.later.flags < 3 }
}
