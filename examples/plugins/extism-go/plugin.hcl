# What `sparkhost plugin build` and `sparkhost plugin test` need to know of this folder.
plugin "brevity_json" {
  language = "extism-go"
  contract = "score"
  sdk      = "v0.1.0" # the release whose SDK this project uses
}
