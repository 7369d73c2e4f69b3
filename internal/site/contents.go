package site

// Contents is the order of the project's documents: what it is, tutorials, then references. What it does not name comes last.
var Contents = []Group{
	{Title: "Start here", Names: []string{"../README", "operators", "plugin-authors", "evaluation", "service", "ci", "literature", "scale-out"}},
	{Title: "Policies", Names: []string{"policy", "proposals", "mechanisms", "effects"}},
	{Title: "Plugins", Names: []string{"plugins", "plugin-abi", "plugin-conformance", "sandbox", "plugin-distribution", "signing"}},
	{Title: "Sources and models", Names: []string{"sources", "models", "limits"}},
	{Title: "The project", Names: []string{"architecture", "compatibility", "../CHANGELOG", "../CONTRIBUTING", "../RATIONALE"}},
}
