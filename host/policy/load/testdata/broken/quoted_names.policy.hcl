policy "p" {
  extends = "base"
  order   = ["one"]
  sources = local
  round "one" {
    intents = [all.of]
  }
  select {
    stage "s" { plugin = "authority" }
    term "t" {
      feature = "document.recency"
      stage   = s
      weight  = 1
    }
  }
}
