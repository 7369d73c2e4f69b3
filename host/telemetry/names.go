package telemetry

import semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

// Names of the conventions that telemetry follows. Those for generative AI are still in development and change between versions, so they
// are pinned here, and here only: v1.41.0 is the last version of the Go module that has them.
const (
	schemaURL = semconv.SchemaURL

	attrServiceName    = string(semconv.ServiceNameKey)
	attrServiceVersion = string(semconv.ServiceVersionKey)
	attrErrorType      = string(semconv.ErrorTypeKey)

	attrMessagingSystem = string(semconv.MessagingSystemKey)
	attrMessagingName   = string(semconv.MessagingDestinationNameKey)

	genAIOperation    = string(semconv.GenAIOperationNameKey)
	genAIProvider     = string(semconv.GenAIProviderNameKey)
	genAIRequestModel = string(semconv.GenAIRequestModelKey)
	genAITokensIn     = string(semconv.GenAIUsageInputTokensKey)
	genAITokensOut    = string(semconv.GenAIUsageOutputTokensKey)

	// genAIChat is the operation of every model call: a chat completion.
	genAIChat = "chat"
	// genAIDuration is gen_ai.client.operation.duration as Prometheus spells it.
	genAIDuration = "gen_ai_client_operation_duration_seconds"
)

// Names of our own, all below "sparkhost.".
const (
	attrBatch      = "sparkhost.batch.id"
	attrJob        = "sparkhost.batch.job"
	attrWorker     = "sparkhost.worker"
	attrTry        = "sparkhost.try"
	attrRun        = "sparkhost.run.id"
	attrQuestion   = "sparkhost.question.id"
	attrPolicy     = "sparkhost.policy.name"
	attrPolicyHash = "sparkhost.policy.digest"
	attrMode       = "sparkhost.mode"
	attrVerdict    = "sparkhost.verdict"
	attrConfidence = "sparkhost.confidence"
	attrWhole      = "sparkhost.record.whole"
	attrEvent      = "sparkhost.event.seq"
	attrCached     = "sparkhost.cached"
	attrRepeat     = "sparkhost.repeat"
	attrFile       = "sparkhost.policy.file"
	attrLine       = "sparkhost.policy.line"
	attrCost       = "sparkhost.cost.micro_usd"
	attrSearches   = "sparkhost.searches"
	attrTokens     = "sparkhost.model.tokens"
	attrFuel       = "sparkhost.fuel"
	attrFuelLimit  = "sparkhost.fuel.limit"

	attrRound       = "sparkhost.round.name"
	attrPass        = "sparkhost.round.pass"
	attrRan         = "sparkhost.round.ran"
	attrQueries     = "sparkhost.round.queries"
	attrNewDocs     = "sparkhost.round.new_documents"
	attrQualityGain = "sparkhost.round.quality_gain"

	attrSource = "sparkhost.source"
	attrIntent = "sparkhost.search.intent"
	attrHits   = "sparkhost.search.hits"

	attrPlugin       = "sparkhost.plugin.name"
	attrPluginDigest = "sparkhost.plugin.digest"
	attrStage        = "sparkhost.stage"

	attrRole    = "sparkhost.model.role"
	attrPurpose = "sparkhost.model.purpose"
	attrSkipped = "sparkhost.model.skipped"
)
