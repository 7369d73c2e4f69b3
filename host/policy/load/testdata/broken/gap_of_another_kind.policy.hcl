policy "p" {
  order = [one, two, three]
  budget { max_wall = "60s" }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  round "three" { intents = [all] }
  gap "coverage" {
    abstracts = 3
  }
  gap "epistemic" {
    after  = one
    inject = [next_round, three]
  }
  gap "probe" {
    after = one
    wording { factual = ["{gap}"] }
  }
}
