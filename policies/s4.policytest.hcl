test "a first round of 0.549 is bridged in research_max, in place of the methods" {
  policy = s4
  mode   = research_max

  given "primary" { selected_quality = 0.549 }

  expect {
    path    = [primary, bridge, adversarial]
    skipped = { methods = "when: false" }
  }
}

test "or beside them" {
  policy    = s4
  mode      = research_max
  variables = { bridge_beside = true }

  given "primary" { selected_quality = 0.549 }

  expect { path = [primary, methods, bridge, adversarial] }
}

test "a first round of 0.55 is not" {
  policy = s4
  mode   = research_max

  given "primary" { selected_quality = 0.55 }

  expect {
    path    = [primary, methods, adversarial]
    skipped = { bridge = "when: false" }
  }
}

test "there is no bridge in mode standard" {
  policy = s4

  expect {
    path    = [primary, methods, adversarial]
    skipped = { bridge = "off" }
  }
}

test "SPARKIT_ENABLE_BRIDGE_ROUND=1 builds one in any mode" {
  policy    = s4
  variables = { bridge_round = true }

  given "primary" { selected_quality = 0.3 }

  expect { path = [primary, bridge, adversarial] }
}

test "what a model calls unanswerable is withheld" {
  policy = s4

  given "answer" { answerable = false }

  expect {
    gates   = { answerable = false }
    verdict = "abstained"
    reasons = ["evidence_does_not_settle"]
  }
}
