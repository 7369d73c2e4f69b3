// Package suite describes the input and the folder of an evaluation: packs of questions with their literature and their role, read from a small
// file ([ReadPacks]), and a folder of results and records with a manifest of the digests of everything ([Manifest]).
package suite
