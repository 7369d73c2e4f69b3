policy "p" {
  order = [one, two]
  budget { max_wall = "60s" }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" {}
  gap "probe" {
    after        = one
    role         = cheap
    valid_tokens = [0, 30]
    inject       = "two"
  }
  gap "bridge" {
    after    = one
    inject   = two
    open_web = ["cas", "wipo"]
    subround {
      below   = 50
      measure = "jaccard"
    }
  }
}
