policy "p" {
  mode  = deep
  order = [one]
  intent "all" { queries = ["{question}"] }
  round "one" {
    intents = [all]
    modes   = [research]
    enabled = "yes"
  }
}
