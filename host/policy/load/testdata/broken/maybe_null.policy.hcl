policy "p" {
  order = [first, second]
  budget { max_wall = "60s" }
  intent "all" { queries = ["{question}"] }
  round "first" { intents = [all] }
  round "second" { intents = [all] }
  falsify "draft" { queries = ["{draft}"] }
  gate "skipped_round" { condition = rounds.second.new_documents > 1 }
  gate "guarded_round" { condition = rounds.second.ran && rounds.second.new_documents > 1 }
  gate "coalesced" { condition = coalesce(rounds.second.new_documents, 0) > 1 }
  gate "margin" { condition = answer.margin > 0.1 }
  gate "guarded_margin" { condition = question.options == 0 || answer.margin > 0.1 }
  gate "falsified" { condition = falsify.draft.score < 0.5 }
  gate "money" { condition = budget.remaining_usd > 0.1 }
  gate "gaps" { condition = rounds.first.open_gaps == 0 }
}
