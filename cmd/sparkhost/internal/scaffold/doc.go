// Package scaffold makes plugin projects and builds them: a folder with sources, the description
// plugin.hcl, golden files and, beside them, the module. One file per concern: what a project is, what the languages
// are, how a folder is filled, how a module is built.
package scaffold
