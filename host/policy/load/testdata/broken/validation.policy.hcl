variable "share" {
  type    = number
  default = 55

  validation {
    condition     = var.share >= 0 && var.share <= 1
    error_message = "share is a fraction from 0 to 1."
  }
}

variable "word" {
  type    = string
  default = "x"

  validation {
    condition     = var.share > 0
    error_message = "reads another variable."
  }
}
