sparkhost {
  language         = 1
  required_version = ">= 0.1.0"
}

policy "kept" {
  extends = [baseline]

  gate "cited" {
    level     = "soft"
    condition = answer.citations >= 1
    waive {
      reason = "a fixture"
    }
  }
}
