policy "p" {
  order = [one, two]
  budget { max_wall = "60s" }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" { intents = [all] }
  gap "bridge" {
    after     = one
    inject    = two
    templates = ["{entitys} {gap}"]
  }
}
