package telemetry

import (
	"math"

	common "go.opentelemetry.io/proto/otlp/common/v1"

	"github.com/sparkhost/sparkhost/host/record"
)

// questionAttributes tell of the whole run.
func questionAttributes(r *Run) []*common.KeyValue {
	b := r.Result.Budget
	out := []*common.KeyValue{
		text(attrRun, r.ID), text(attrQuestion, r.Question), text(attrPolicy, r.Policy.Name), text(attrPolicyHash, r.Policy.Digest),
		text(attrVerdict, string(r.Result.Verdict)), float(attrConfidence, r.Result.Confidence), truth(attrWhole, r.Whole),
		number(attrCost, microUSD(b.CostUSD)), number(attrSearches, b.Searches), number(attrTokens, b.ModelTokens),
	}
	if b.Fuel != nil {
		out = append(out, number(attrFuel, *b.Fuel))
	}
	if r.Mode != "" {
		out = append(out, text(attrMode, r.Mode))
	}
	return out
}

func microUSD(usd float64) int64 { return int64(math.Round(usd * 1e6)) }

// attributes tell of a step below the question.
func attributes(s *Step) []*common.KeyValue {
	out := []*common.KeyValue{number(attrEvent, s.Seq)}
	switch {
	case s.Round != nil:
		out = append(out, roundAttributes(s.Round)...)
	case s.Search != nil:
		out = append(out, text(attrRound, s.Search.Round), text(attrSource, s.Search.Source), text(attrIntent, s.Search.Intent),
			number(attrHits, s.Search.Hits), truth(attrCached, s.Cached))
	case s.Call != nil:
		out = append(out, callAttributes(s)...)
	case s.Model != nil:
		out = append(out, modelAttributes(s)...)
	}
	return out
}

func roundAttributes(r *record.Round) []*common.KeyValue {
	out := append(line(r.At), text(attrRound, r.Name), truth(attrRan, r.Ran), number(attrQueries, r.Queries),
		number(attrNewDocs, r.NewDocuments), float(attrQualityGain, r.QualityGain))
	if r.Pass > 0 {
		out = append(out, number(attrPass, r.Pass))
	}
	return out
}

func callAttributes(s *Step) []*common.KeyValue {
	return append(line(s.Call.At), text(attrStage, s.Call.Stage), text(attrPlugin, s.Call.Plugin), text(attrPluginDigest, s.Call.Digest),
		truth(attrCached, s.Cached), truth(attrRepeat, s.Call.Cached), number(attrFuel, s.Fuel), number(attrFuelLimit, s.Call.FuelLimit))
}

// modelAttributes follow the conventions for generative AI. Prompts and replies are not among them.
func modelAttributes(s *Step) []*common.KeyValue {
	m := s.Model
	out := append(line(m.At), text(genAIOperation, genAIChat), text(genAIProvider, m.Endpoint), text(genAIRequestModel, m.Model),
		text(attrStage, m.Stage), text(attrRole, m.Role), text(attrPurpose, m.Purpose), truth(attrCached, s.Cached), truth(attrRepeat, m.Cached),
		number(attrCost, m.Cost.CostMicroUSD))
	if m.TokensIn+m.TokensOut > 0 {
		out = append(out, number(genAITokensIn, m.TokensIn), number(genAITokensOut, m.TokensOut))
	}
	if m.Skipped != "" {
		out = append(out, truth(attrSkipped, true))
	}
	return out
}

// line returns the line of the policy that asked for a step.
func line(at record.At) []*common.KeyValue {
	return []*common.KeyValue{text(attrFile, at.File), number(attrLine, at.Line)}
}
