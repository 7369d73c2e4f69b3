plugin "misspelt" {
  source = "builtin"
  deny   = [txet, items.vennue, text, text]
}

plugin "elsewhere" {
  source = "builtin"
  deny   = [claims.publisher, everything.at_all]
}

plugin "quoted" {
  source = "builtin"
  deny   = ["text", items.text.deeper, 3]
}

plugin "single" {
  source = "builtin"
  deny   = text
}
