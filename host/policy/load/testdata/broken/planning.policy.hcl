policy "p" {
  order = [one, two]
  budget {
    max_cost = "1.00 USD"
    max_wall = "60s"
  }
  adaptive {
    stop "exhausted" {
      stage = stage.late
      below = 0.04
    }
    stop "nothing" {
      stage = stage.disk
      below = 0.04
    }
  }
  vocabulary { after = three }
  relax {
    max_terms = 18
    enrich    = { TEMPO = 3 }
  }
  intent "all" {
    queries      = ["{question} {words}"]
    answer_types = ["numerical_value"]
  }
  intent "contrast" {
    queries = ["{option}"]
    pairs { above = 0.4 }
  }
  intent "refute" {
    options = "surviving"
    queries = ["{question} fails"]
  }
  round "one" { intents = [all] }
  round "two" { intents = [contrast, refute] }
  select {
    stage "late" {
      plugin     = plugin.score
      from_round = 2
    }
    term "title" {
      feature     = document.title_overlap
      weight      = 1
      relative_to = bass
    }
    term "contested" {
      feature = document.abstract_overlap
      weight  = 1
      when    = answer.margin > 0.1
    }
    term "late" {
      stage  = stage.late
      weight = 1
    }
    group "base" { terms = [title, abstract] }
    group "more" { terms = [title] }
  }
  options {
    eliminate_early { after = three }
    term "disc" {
      feature = option.lexical
      cited   = stage.late
      weight  = 0.1
    }
    term "gone" {
      cited  = stage.lat
      weight = 0.1
    }
    contrast { max = 2 }
  }
}

plugin "score" { source = "builtin" }
