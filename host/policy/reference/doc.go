// Package reference writes the policy language down, from the tables of package schema: as Markdown for docs/policy.md,
// as a JSON Schema of policies in HCL's JSON form, and as a table for editors.
package reference
