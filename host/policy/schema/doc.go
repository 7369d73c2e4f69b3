// Package schema is the policy language as data: which blocks and attributes a file may hold ([File], [Tests]),
// what its conditions may read ([Metrics]), its terms weigh ([Features]) and its plugins be sent ([Tables]).
//
// Decoding, checks and the reference are made from these tables, so they cannot disagree. Nothing here parses or
// evaluates; [Attr.Convert] holds a plain value to the form that its attribute has.
//
// Codes such as B-06 or C14 are explained in docs/mechanisms.md.
package schema
