policy "p" {
  order = [one]
  intent "all" {
    queries = ["{question}", "{core_terms", "option} {question}", " "]
  }
  round "one" { intents = [all] }
}
