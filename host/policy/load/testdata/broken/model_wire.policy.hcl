model "claude" {
  endpoint = "anthropic"
  name     = "claude"
  thinking = "on"
  key      = secret("ANTHROPIC_API_KEY")
}

plugin "judge" { source = "builtin" }

policy "p" {
  order = [one]
  roles {
    planning  = model.claude
    synthesis = model.claude
  }
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  calibrate {
    stage "confidence" { plugin = plugin.judge }
  }
}
