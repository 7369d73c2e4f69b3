policy "p" {
  order = [primary]

  intent "primary" { queries = ["{question}"] }
  round "primary" { intents = [primary] }

  falsify "draft" {
    queries = ["evidence against {draft}"]
    role    = judge
  }

  gate "survives" {
    condition = !falsify.draft.ran || falsify.draft.score < 0.5
  }
}
