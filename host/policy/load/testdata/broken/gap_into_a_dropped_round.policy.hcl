policy "a" {
  order = [one, two, three]
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  round "three" { intents = [all] }
  intent "all" { queries = ["{question}"] }

  gap "coverage" {
    after     = two
    inject    = [three]
    measure   = "containment"
    threshold = 0.3
    templates = ["{gap}"]
  }

  calibrate {
    stage "confidence" { plugin = plugin.calibration }
  }
}

policy "b" {
  extends = [a]
  order   = [one]
}

plugin "calibration" { source = "builtin" }
