policy "p" {
  order = [primary]

  intent "primary" { queries = ["{question}"] }
  round "primary" { intents = [primary] }

  falsify "draft" {
    queries  = ["evidence against {draft}"]
    passages = 5
  }
}
