policy "p" {
  extends = [basline]
  sources = [local, openalx]
  order   = [one, tow]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  intent "all" { queries = ["{question} {core_term}"] }
  round "one" {
    intents = [al]
    sources = [locl]
  }
  gap "coverage" {
    after     = ones
    measure   = "containment"
    threshold = 0.1
    templates = ["{gap}"]
  }
}

policy "baseline_of_mine" {
  order = []
}
