package sentence

import "testing"

func TestWhatALackBringsAboutIsReadWhicheverWayItIsAsked(t *testing.T) {
	readAll(t, []pair{
		{"Is scurvy caused by a lack of vitamin C?", "Scurvy is caused by a deficiency of vitamin C.", 1},
		{"Is scurvy caused by a lack of vitamin C?", "Severe vitamin C deficiency results in scurvy.", 1},
		{"Is scurvy caused by a lack of vitamin C?", "Vitamin C prevents scurvy.", 1},
		{"Is scurvy caused by vitamin C?", "Scurvy is caused by vitamin C deficiency.", -1},
		{"Is scurvy prevented by vitamin C?", "Scurvy is caused by a lack of vitamin C.", 1},
		{"Is anaemia caused by too little iron?", "Iron deficiency is the most common cause of anaemia.", 1},
		{"Is rickets caused by vitamin D deficiency?", "Rickets results from insufficient vitamin D.", 1},
		{"Is beriberi caused by thiamine deficiency?", "Beriberi, a disease caused by thiamine deficiency, was common.", 1},
		{"Is Parkinson's disease caused by loss of dopamine neurons?", "Parkinson's disease is caused by the loss of dopamine neurons.", 1},
		{"Does sleep deprivation impair memory?", "Memory was impaired by a lack of sleep.", 1},
		{"Does iron scarcity induce KLP2?", "KLP2 is induced by iron limitation.", 1},
		{"Does iron induce KLP2?", "KLP2 is induced by iron limitation.", -1},
		{"Does loss of LORP2 cause blindness?", "Truncating variants in LORP2 cause blindness.", 1},
		{"Was low urate associated with dementia?", "Those in the lowest fifth of urate had more dementia.", 1},
		{"Did pain fall faster with torvin?", "With torvin, pain fell faster.", 1},
		{"Is KLP2 deleted in tumours?", "KLP2 was deleted in tumours.", 1},
	})
}

func TestAChangeThatSomethingCausesHasItsOwnWay(t *testing.T) {
	readAll(t, []pair{
		{"Is weight loss caused by torvin?", "Torvin causes weight loss.", 1},
		{"Is weight loss caused by torvin?", "Torvin causes weight gain.", -1},
		{"Is Weight Loss Caused by Torvin?", "Torvin causes weight loss.", 1},
		{"Is hearing loss caused by noise?", "Noise causes hearing loss.", 1},
		{"Is lower mortality caused by torvin?", "Torvin lowered mortality.", 1},
		{"Is inhibition of mTOR caused by rapamycin?", "Rapamycin inhibits mTOR.", 1},
		{"Is pain lowered faster by torvin?", "Pain was lowered faster by torvin.", 1},
		{"Is Down syndrome caused by an extra chromosome?", "Down syndrome is not caused by an extra chromosome.", -1},
	})
}

func TestWhoAffectsAChangeGoesEitherWay(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin affect weight loss?", "Torvin increased weight loss.", 1},
		{"Does torvin regulate cell growth?", "Torvin inhibited cell growth.", 1},
		{"Does torvin affect the outcome of trauma?", "The effect of torvin on the outcome of trauma has been understudied.", 0},
		{"Does torvin affect plant growth?", "Torvin had no effect on plant growth.", -1},
		{"Does fire influence abundance?", "Abundance did not vary with fire.", -1},
		{"Is torvin associated with weight gain?", "Torvin was associated with weight loss.", -1},
	})
}

func TestIndependenceDeniesALink(t *testing.T) {
	readAll(t, []pair{
		{"Does torvin regulate biofilm growth?", "Biofilm growth was independent of torvin.", -1},
		{"Does quorum sensing regulate morB expression?", "Expression of morB is induced by iron limitation and is independent of quorum sensing.", -1},
		{"Is virulence independent of quorum sensing?", "Virulence was independent of quorum sensing.", 1},
		{"Is virulence independent of quorum sensing?", "Virulence depends on quorum sensing.", -1},
		{"Does torvin lower mortality?", "Torvin lowered mortality independently of age.", 1},
		{"Does age affect mortality?", "The effect of torvin on mortality was independent of age.", 0},
		{"Is KLP2 required for flowering?", "Flowering occurs independently of KLP2.", -1},
	})
}

func TestWhatIsDispensableIsNotNeeded(t *testing.T) {
	readAll(t, []pair{
		{"Is KLP2 dispensable for growth?", "KLP2 is required for growth.", -1},
		{"Is KLP2 dispensable for growth?", "KLP2 is dispensable for growth.", 1},
		{"Is KLP2 required for growth?", "KLP2 is dispensable for growth.", -1},
		{"Is KLP2 required for growth?", "KLP2 is required for growth.", 1},
		{"Is KLP2 required for growth?", "Growth was normal in mice lacking KLP2.", -1},
		{"Is Tarvin-1 necessary for the repair of damaged lysosomes?", "The kinase Tarvin-1 is required for lysosome repair after membrane damage", 1},
		{"Is Asp145 essential for sulfate binding?", "Mutation of Asp145 eliminated sulfate binding.", 1},
		{"Is KLP2 needed for normal memory?", "Mice lacking KLP2 showed impaired memory.", 1},
		{"Do women given torvin need fewer transfusions than women given iron?", "Transfusion was needed less often in women given torvin.", 1},
	})
}
