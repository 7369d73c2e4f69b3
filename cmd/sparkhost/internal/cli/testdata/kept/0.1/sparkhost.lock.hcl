# Pins the plugins of the policies beside it. Written by `sparkhost lock`; commit it, do not edit it.

plugin "authority" {
  source   = "oci://registry.example/team/authority:1.0.0"
  version  = "1.0.0"
  contract = 1
  kind     = "score"
  sha256   = "156160af26b806cec4dc0ff9f4922f2fe9888ed8e3c56da90aa8c211dfdb7c8e"
}
