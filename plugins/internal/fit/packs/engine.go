package packs

// Reads reads what the engine read for the questions of a pack.
func Reads(path, pack string) ([]Question, error) {
	type row struct {
		ID, Question, Answer string
		GoldDocs             []string `json:"gold_docs"`
		Options              []struct{ Label, Text string }
		CorpusDocuments      int `json:"corpus_documents"`
		IDF                  map[string]float64
		Meta                 struct {
			Disputed bool
			Topic    string
		}
		Docs []struct {
			ID, Title string
			Score     float64
			Sentences []Sentence
		}
	}
	var questions []Question
	err := lines(path, func(r row) {
		q := Question{Pack: pack, ID: r.ID, Text: r.Question, Gold: map[string]bool{}, IDF: r.IDF, Documents: r.CorpusDocuments, Disputed: r.Meta.Disputed}
		answer := r.Answer
		for _, o := range r.Options {
			if o.Label == r.Answer {
				answer = o.Text
			}
		}
		switch answer {
		case "yes", "SUPPORT", "supported":
			q.Label = Support
		case "no", "CONTRADICT", "contradicted":
			q.Label = Contradict
		}
		q.Group = r.Meta.Topic
		if q.Group == "" {
			q.Group = least(r.GoldDocs, r.ID)
		}
		for _, d := range r.GoldDocs {
			q.Gold[d] = true
		}
		for _, d := range r.Docs {
			q.Works = append(q.Works, Work{d.ID, d.Title, d.Score, d.Sentences})
		}
		questions = append(questions, q)
	})
	return questions, err
}
