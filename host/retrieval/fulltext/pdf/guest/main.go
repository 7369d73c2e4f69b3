// Command guest reads the text of a PDF. It is built by TinyGo to ../pdf.wasm.gz, which runs in the sandbox, because a
// PDF can make the library that reads it allocate and recurse without end.
//
// Its answer are the lines of the text in the order of the file: "\n" ends a line, an empty line parts blocks, "\f" ends a page. An answer that
// begins with a zero byte is the reason why there is none.
package main

func main() {}
