model "claude" {
  endpoint = "anthropic"
  name     = "claude"
}

model "spare" {
  endpoint = "anthropic"
  name     = "spare"
}

plugin "judge" { source = "builtin" }

policy "p" {
  order   = [one]
  sources = [local]
  roles {
    judge     = model.claude
    synthesis = [model.claude, model.spare]
  }
  plan { role = planning }
  synthesise "standard" { solvers = [synthesis] }
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  read {
    term "q" {
      feature = passage.question_overlap
      weight  = 1
    }
  }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
}
