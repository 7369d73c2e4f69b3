policy "p" {
  order = [one, two, three]
  budget { max_wall = "60s" }
  intent "all" { queries = ["{question}"] }
  round "one" { intents = [all] }
  round "two" {
    intents = [all]
    when    = gaps.probe.found > 0
  }
  round "three" {
    intents = [all]
    when    = gaps.probes.found > 0 || bridge.documents == 0
  }
  gap "epistemic" {
    after  = one
    when   = rounds.two.selected_quality < 0.5 && answer.margin > 0
    inject = [two, three]
  }
  gap "probe" {
    after  = one
    when   = rounds.one.selected_quality < 0.5 && budget.max_usd >= 1.5
    inject = [two, three]
  }
  gap "bridge" {
    after  = two
    inject = [two, three]
    subround {
      below   = 0.5
      measure = "containment"
      when    = gaps.bridge.saturation < 0.4
    }
  }
}
