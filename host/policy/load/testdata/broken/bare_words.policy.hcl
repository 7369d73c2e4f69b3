policy "p" {
  order = [one]
  intent "all" {
    queries      = ["{question}"]
    answer_types = [definition]
  }
  round "one" { intents = [all] }
  claims { measure = overlap }
  gap "coverage" {
    after     = one
    measure   = containment
    threshold = 0.5
    templates = ["{gap}"]
    planned   = replaces
  }
}
